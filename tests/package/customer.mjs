// A customer: a folder that has the package installed from its tarball, and nothing else of the repository.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** packed: what `npm pack` says of the tarball; leave: removes the folder. */
export async function newCustomer() {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-customer-'))
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root))
  await writeFile(join(folder, 'package.json'), '{ "name": "a-customer", "private": true, "type": "module" }')
  npm(['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], folder)
  return { folder, packed, leave: () => rm(folder, { recursive: true, force: true }) }
}

/**
 * The folder of a customer that nobody changes. It is made once for each build of the package, since npm takes seconds.
 * @returns {Promise<string>}
 */
export async function sharedCustomer() {
  const hash = createHash('sha256')
  for (const name of ['package.json', ...(await distFiles())]) hash.update(await readFile(join(root, name)))
  const shared = join(root, 'build/customers', hash.digest('hex').slice(0, 16))
  if (existsSync(shared)) return shared

  await mkdir(dirname(shared), { recursive: true })
  const { folder } = await newCustomer()
  const moved = await mkdtemp(join(dirname(shared), 'new-')) // the temporary folder may be on another disk
  await cp(folder, moved, { recursive: true })
  await rm(folder, { recursive: true, force: true })
  // Whoever comes second, of two who did not find it, takes that of the first.
  await rename(moved, shared).catch(() => rm(moved, { recursive: true, force: true }))
  return shared
}

async function distFiles() {
  const entries = await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort()
}
