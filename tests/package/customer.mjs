// A customer: a folder that has the package installed from its tarball, and nothing else of the repository.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
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
  if (!existsSync(shared)) {
    await mkdir(dirname(shared), { recursive: true })
    const { folder } = await newCustomer()
    const copy = await mkdtemp(join(dirname(shared), 'new-')) // the temporary folder may be on another disk
    await cp(folder, copy, { recursive: true })
    await rm(folder, { recursive: true, force: true })
    await takePlace(copy, shared)
  }
  await utimes(shared, new Date(), new Date())
  await removeUnused(dirname(shared), 3 * 60 * 60_000) // far longer than tests take
  return shared
}

/** Of two who make the same folder, whoever comes second takes that of the first. */
export async function takePlace(folder, place) {
  try {
    await rename(folder, place)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what nobody has used for so long. @param {string} folder @param {number} age in milliseconds */
export async function removeUnused(folder, age) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const used = await stat(path).catch(() => undefined) // somebody else may have removed it
    if (used && used.mtimeMs < Date.now() - age) await rm(path, { recursive: true, force: true })
  }
}

async function distFiles() {
  const entries = await readdir(join(root, 'dist'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort()
}
