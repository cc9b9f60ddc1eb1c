// Debian's side of tools/setup.mjs: installs the packages of the needs that are missing, or says what to install by hand.

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { run } from './run.mjs'

export async function installPackages(missing) {
  const root = wayToRoot()
  if (!succeeds('apt-get', ['--version'])) throw new Error(adviceOn(missing, 'There is no apt-get here'))
  if (!root) throw new Error(adviceOn(missing, 'Only root can install programs, and sudo does not answer'))

  const started = Date.now()
  console.log("Reading Debian's lists (apt-get update) ...")
  // An unreachable third-party source makes update fail although Debian's own lists are good: install will tell.
  await apt(root, ['update']).catch(() => console.log('apt-get update had problems, going on.'))

  const workshop = mkdtempSync(join(tmpdir(), 'inbounds-setup-'))
  try {
    const packages = missing.flatMap((need) => need.packages).map(firstAvailable)
    if (packages.includes('emscripten') && hasForeignNode()) packages.push(await repackAcorn(workshop))
    // Nobody's packages are removed for this: if something is in the way, its owner decides.
    const install = ['install', '--no-install-recommends', '--no-remove', ...packages]
    console.log(
      `Installing with apt-get: ${packages.map((name) => basename(name)).join(', ')}. ${sizeOf(root, install)}`
    )
    await apt(root, [...install, '-y'])
  } catch {
    throw new Error(adviceOn(missing, 'apt-get could not install everything (see above)'))
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

function adviceOn(missing, reason) {
  const packages = missing.flatMap((need) => need.packages).map((name) => name.split('|')[0])
  return [
    `${reason}. Please install by hand:`,
    ...missing.map((need) => `  - ${need.name}: ${need.advice}`),
    'On Debian 12, as root:',
    `  apt-get install --no-install-recommends ${packages.join(' ')}`
  ].join('\n')
}

// The words to put before a command so that it runs as root, or nothing if there is no way.
function wayToRoot() {
  if (process.getuid?.() === 0) return []
  if (process.stdin.isTTY && succeeds('sudo', ['--version'])) return ['sudo']
  // Without a terminal nobody can type a password.
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined
}

function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

function apt(root, args) {
  const [command, ...rest] = [
    ...root,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    // Somebody else's apt (unattended upgrades) may be at work.
    '-oDPkg::Lock::Timeout=300',
    ...args
  ]
  return run(command, rest, { quiet: true, interactive: root.length > 0 })
}

/** How much apt-get would download and unpack, in its own words. */
function sizeOf(root, install) {
  const [command, ...args] = [...root, 'env', 'LC_ALL=C', 'apt-get', ...install, '--assume-no']
  const { stdout } = spawnSync(command, args, { encoding: 'utf8' })
  const [, download] = /^Need to get (.*) of archives\.$/m.exec(stdout ?? '') ?? []
  const [, disk] = /^After this operation, (.*) of additional disk space will be used\.$/m.exec(stdout ?? '') ?? []
  if (!disk) return 'apt-get does not say how large that is.'
  return `With all they depend on, ${download ?? 'nothing'} to download, ${disk} on the disk.`
}

function firstAvailable(names) {
  const choices = names.split('|')
  return choices.find(isPackage) ?? choices[0]
}

function isPackage(name) {
  return succeeds('apt-cache', ['show', name])
}

// Emscripten depends on node-acorn, which asks for "nodejs:any". Only a nodejs that declares Multi-Arch: allowed
// can answer that, and NodeSource's does not: apt-get then refuses the whole installation.
function hasForeignNode() {
  const { stdout } = spawnSync('dpkg-query', ['--status', 'nodejs'], { encoding: 'utf8' })
  return /^Status: .* installed$/m.test(stdout ?? '') && !/^Multi-Arch: allowed$/m.test(stdout)
}

// The same node-acorn, satisfied with whichever nodejs is installed; the longer version number keeps upgrades from
// trying to put the original back.
async function repackAcorn(folder) {
  console.log('Adapting node-acorn to the installed Node.js package.')
  await run('apt-get', ['download', 'node-acorn'], { cwd: folder, quiet: true })
  const [original] = readdirSync(folder)
  await run('dpkg-deb', ['--raw-extract', original, 'unpacked'], { cwd: folder, quiet: true })
  const control = join(folder, 'unpacked/DEBIAN/control')
  const changed = readFileSync(control, 'utf8')
    .replace(/nodejs:any[^,\n]*/, 'nodejs')
    .replace(/^Version: .*$/m, '$&+anynode1')
  writeFileSync(control, changed)
  const adapted = join(folder, 'node-acorn.deb')
  await run('dpkg-deb', ['--root-owner-group', '--build', 'unpacked', adapted], { cwd: folder, quiet: true })
  // apt-get reads it as a user of its own.
  chmodSync(folder, 0o755)
  return adapted
}
