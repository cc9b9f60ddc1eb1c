// npm run reproduce: recomputes every table, figure and statement of the papers from the package, and what our own report claims, and writes
// reproduction/ with a report.
//   npm run reproduce -- --list                      what there is
//   npm run reproduce -- --only croft-table-2        that alone (may be repeated)
//   npm run reproduce -- --no-build                  with the package as it stands in dist/

import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chooseEntries, listOfEntries } from './reproduce/choose.mjs'
import { explain } from './run.mjs'
import { setUp } from './setup.mjs'

const folder = fileURLToPath(new URL('../reproduction/', import.meta.url))

async function main() {
  const { list, only, build } = wishesOf(process.argv.slice(2))
  if (list) return console.log(listOfEntries().join('\n'))
  const entries = chooseEntries(only)
  if (build) await buildWhatIsMissing()
  // Not imported at the top: it needs npm packages that set-up may only just have installed.
  const { complaintAbout, reproduce } = await import('./reproduce/run.mjs')
  const started = performance.now()
  const done = await reproduce({ entries, folder })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const report = pathToFileURL(join(folder, 'index.html'))
  console.log(`\n${done.length} recomputed in ${seconds} s. The report: ${report}`)
  const complaint = complaintAbout(done)
  if (complaint) throw new Error(complaint)
  console.log('Everything came out as printed or claimed, or differs as an erratum says.')
}

/** @param {string[]} args */
function wishesOf(args) {
  const options = /** @type {const} */ ({
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    'no-build': { type: 'boolean', default: false }
  })
  try {
    const { values } = parseArgs({ args, options })
    return { list: values.list, only: values.only, build: !values['no-build'] }
  } catch (error) {
    throw new Error(`${error.message.split('. ')[0]}. There are --list, --only <id> and --no-build.`)
  }
}

async function buildWhatIsMissing() {
  await setUp('npm run reproduce', ['package'])
  const { buildPackage } = await import('./build.mjs')
  await buildPackage()
}

/** Without a build, something may not be there. @param {Error & { code?: string }} error */
function story(error) {
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' && process.argv.includes('--no-build')
  return isMissing
    ? `${error.message}\nWith --no-build, packages and dist/ have to be there: run it once without.`
    : explain(error)
}

await main().catch((error) => {
  console.error(story(error))
  process.exitCode = 1
})
