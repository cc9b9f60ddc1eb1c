// A customer: a folder that has the package installed from its tarball, and nothing else of the repository.

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
