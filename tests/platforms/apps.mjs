// Small real apps, each in a project of its own that has the package installed: a page that checks it on its own thread
// and in a module worker.

import { readFileSync } from 'node:fs'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedCustomer } from '../package/customer.mjs'
import { removeFolder } from '../patience.mjs'

const parts = fileURLToPath(new URL('./app', import.meta.url))
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** What check.js finds where the package works. */
export const works = { possible: 1000, varied: true, audited: true, version }

/** The line that bundlers look for. */
const moduleWorker = `new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })`

/**
 * A folder that has the package installed, to be removed after the test.
 * @param {import('node:test').TestContext} t
 */
export async function newProject(t) {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-app-'))
  t.after(() => removeFolder(folder))
  await cp(await sharedCustomer(), folder, { recursive: true })
  return folder
}

/**
 * Writes the sources of an app.
 * @param {string} folder
 * @param {object} [wishes]
 * @param {string} [wishes.entry] what the page imports
 * @param {string} [wishes.workerEntry] what the worker imports
 * @param {string} [wishes.name] the function that is imported
 * @param {string} [wishes.loading] the expression that calls it
 * @param {string} [wishes.worker] the expression that starts the worker
 */
export async function writeApp(
  folder,
  { entry = 'inbounds', workerEntry = entry, name = 'load', loading = 'load()', worker = moduleWorker } = {}
) {
  await cp(parts, folder, { recursive: true })
  await writeFile(
    join(folder, 'main.js'),
    `import { ${name} } from '${entry}'
import { check } from './check.js'
import { answerOf, report } from './report.js'

report({ page: check(${loading}), worker: answerOf(${worker}) })
`
  )
  await writeFile(
    join(folder, 'worker.js'),
    `import { ${name} } from '${workerEntry}'
import { check } from './check.js'

check(${loading}).then((found) => postMessage(found))
`
  )
}

/** @param {string} folder @param {string} [head] what stands in the page before its script @param {string} [script] */
export function writePage(folder, head = '', script = '<script type="module" src="./main.js"></script>') {
  const html = `<!doctype html><html lang="en"><title>An app</title><link rel="icon" href="data:,">${head}${script}`
  return writeFile(join(folder, 'index.html'), html)
}
