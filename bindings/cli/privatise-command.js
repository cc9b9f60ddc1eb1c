import { resolve } from 'node:path'
import { openBudget, refusals, standingLine, standingOf } from './budget-file.js'
import { columnMechanisms } from './column-mechanisms.js'
import { UsageError } from './errors.js'
import { NewFile } from './new-file.js'
import { releaseNotes, releaseSummary } from './release-notes.js'
import { Spool } from './spool.js'
import { print, tell } from './standard-streams.js'
import { Table, tableOptions } from './table.js'

/** @typedef {import('./arguments.js').Given} Given */

const SECOND_RELEASE =
  'a second release of the same people adds its epsilon. If it never left your hands, --force replaces it'
const OTHER_MECHANISMS = 'other reports may belong to it. --force replaces it'

/** @param {Given} given */
export async function privatiseCommand(given) {
  checkOutputs(given)
  const options = tableOptions(given)
  const { load } = await import('inbounds/collector')
  const inbounds = await load()
  const columns = await columnMechanisms(inbounds, given)
  const purse = await purseFor(given, columns)
  // Whatever may be in the way is found before the work begins.
  const output = await outputFor(given)
  const save = await saveFor(given)
  const table = await Table.open(options, columns.map(({ column }) => column)) // biome-ignore format: one call
  if (given.has('stream')) await purse?.pay() // what is written is released
  await output.write(table.layout.head)
  const mechanisms = columns.map(({ mechanism }) => mechanism.toJSON())
  for await (const { bytes } of table.answers(inbounds, { kind: 'privatise', mechanisms, range: undefined })) {
    if (bytes) await output.write(bytes)
  }
  // The mechanisms first: whoever has the release will want them.
  await save?.write(Buffer.from(`${JSON.stringify(jsonOf(columns), null, 2)}\n`))
  await save?.finish()
  if (!given.has('stream')) await purse?.pay() // only now is it certain that there is something to pay for
  await output.finish()
  const standing = await purse?.standing()
  const notes = [...releaseNotes(columns, table), ...(standing ? [standingLine(standing)] : [])]
  await say(given, { ...releaseSummary(columns, table, given.one('output')), budget: standing }, notes)
}

/**
 * What pays for a release, if somebody does. That there is enough is looked at before the work begins, and once more when it is
 * paid, which others may have done meanwhile.
 * @param {Given} given
 * @param {readonly { column: string, mechanism: any }[]} columns
 */
async function purseFor(given, columns) {
  const path = given.one('budget')
  if (path === undefined) return undefined
  const budget = await openBudget(path)
  const costs = columns.map(({ mechanism }) => mechanism)
  const question = columns.map(({ column }) => column).join(', ')
  let isPaid = false
  const pay = async () => {
    if (!isPaid) await refusals(() => budget.spend(costs, { question }))
    isPaid = true
  }
  if (!(await refusals(() => budget.canSpend(costs)))) await pay() // which says why not
  return { pay, standing: () => refusals(() => standingOf(budget, path)) }
}

/** One mechanism as it is, several by the names of their columns. @param {{ column: string, mechanism: any }[]} columns */
function jsonOf(columns) {
  const [first, ...others] = columns
  if (others.length === 0) return first?.mechanism
  return Object.fromEntries(columns.map(({ column, mechanism }) => [column, mechanism]))
}

/** @param {Given} given */
function checkOutputs(given) {
  if (given.has('stream') && given.has('output')) {
    throw new UsageError('stream must be left out with --output, which is there whole or not at all', 'stream')
  }
  const places = [...given.files.slice(0, 1), ...given.all('mechanism'), ...given.all('output')].map((path) =>
    resolve(path)
  )
  const save = given.one('save')
  if (save !== undefined && places.includes(resolve(save))) {
    throw new UsageError(`save must be a file of its own, got '${save}', which is used otherwise`, 'save')
  }
}

/** @param {Given} given @returns {Promise<{ write: (bytes: Uint8Array) => Promise<void>, finish: () => Promise<void> }>} */
async function outputFor(given) {
  const path = given.one('output')
  const mayReplace = given.has('force')
  if (path !== undefined) return NewFile.begin(path, { option: 'output', mayReplace, why: SECOND_RELEASE })
  if (given.has('stream')) return { write: print, finish: async () => {} }
  return new Spool()
}

/** @param {Given} given */
async function saveFor(given) {
  const path = given.one('save')
  if (path === undefined) return undefined
  return NewFile.begin(path, { option: 'save', mayReplace: given.has('force'), why: OTHER_MECHANISMS })
}

/** @param {Given} given @param {object} summary @param {readonly string[]} notes */
async function say(given, summary, notes) {
  if (given.has('json')) {
    const text = JSON.stringify(summary, null, 2)
    // Standard output is free only if the release went elsewhere.
    return given.has('output') ? print(`${text}\n`) : tell(text)
  }
  if (!given.has('quiet')) for (const note of notes) await tell(note)
}
