import { checkNumber } from './column-mechanisms.js'
import { asUsage, DataError, UsageError } from './errors.js'
import { forNumbers, mechanismsIn } from './mechanism-file.js'
import { numberFrom, rangeFrom, wholeFrom } from './option-values.js'
import { print, tell } from './standard-streams.js'
import { Table, tableOptions } from './table.js'
import { pluralise, short, textTable } from './text-table.js'

/** @typedef {import('./arguments.js').Given} Given */
/** @typedef {import('inbounds/collector').Estimate} Estimate */

const WIDTH_OF_BARS = 30

/** @param {Given} given */
export async function estimateCommand(given) {
  const options = tableOptions(given)
  const bins = wholeFrom('bins', given.one('bins') ?? '20', 1, 256)
  const confidence = confidenceFrom(given.one('confidence'))
  const rangeText = given.one('range')
  const range = rangeText === undefined ? undefined : rangeFrom('range', rangeText)
  const { load } = await import('inbounds/collector')
  const inbounds = await load()
  const { column, mechanism } = await mechanismFor(inbounds, given)
  const { Tally, estimate } = inbounds
  const tally = asUsage(() => new Tally(mechanism, range ? { range } : {}))
  const table = await Table.open(options, column === undefined ? undefined : [column])
  for await (const answer of table.answers(inbounds, { kind: 'count', mechanisms: [mechanism.toJSON()], range })) {
    tally.merge(Tally.fromJSON(/** @type {string} */ (answer.tally)))
  }
  if (tally.total === 0) throw new DataError(`${table.name}: must have at least one report, and it has none`)
  /** @type {Estimate} */
  const result = estimate({ tally }, { bins, confidence })
  if (given.has('json')) return print(`${JSON.stringify(result, null, 2)}\n`)
  await print(`${estimateLines(result, mechanism, confidence).join('\n')}\n`)
  const [missing = 0] = table.missing
  if (missing > 0 && !given.has('quiet')) {
    await tell(`${pluralise(missing, 'value')} missing: estimates describe those who answered.`)
  }
}

/** @param {string} [text] */
function confidenceFrom(text = '0.95') {
  const confidence = numberFrom('confidence', text)
  if (confidence > 0 && confidence < 1) return confidence
  throw new UsageError(`confidence must be greater than 0 and less than 1, got ${text}`, 'confidence')
}

/** @param {import('inbounds/collector').Collector} inbounds @param {Given} given */
async function mechanismFor(inbounds, given) {
  const path = given.one('mechanism')
  const column = given.one('column')
  if (column !== undefined && given.has('no-header')) checkNumber(column)
  if (path === undefined) {
    throw new UsageError('mechanism is required: the file that calibrate --json or privatise --save wrote', 'mechanism')
  }
  const { one, columns } = await mechanismsIn(inbounds, path)
  if (columns === undefined) return { column, mechanism: forNumbers(one, path) }
  const names = [...columns.keys()]
  const chosen = column ?? (names.length === 1 ? names[0] : undefined)
  if (chosen !== undefined && columns.has(chosen))
    return { column: chosen, mechanism: forNumbers(columns.get(chosen), path) }
  const got = chosen === undefined ? 'got none' : `got '${chosen}'`
  throw new UsageError(`column must be one that '${path}' has a mechanism for (${names.join(', ')}), ${got}`, 'column')
}

/** @param {Estimate} result @param {any} mechanism @param {number} confidence */
function estimateLines({ reports, mean, variance, quantiles, histogram, warnings }, mechanism, confidence) {
  const { mechanism: name } = mechanism.toJSON()
  const numbers = [
    ['', 'estimate', 'from', 'to'],
    ...Object.entries({ mean, variance }).map(([what, found]) => intervalOf(what, found)),
    ...quantiles.map((found) =>
      intervalOf(found.probability === 0.5 ? 'median' : `${100 * found.probability} %`, found)
    )
  ]
  const max = Math.max(...histogram.map(({ share }) => share))
  const shares = [
    ['true values', 'share', 'from', 'to', ''],
    ...histogram.map(({ from, to, share, low, high }) => [
      `${short(from, 6)} .. ${short(to, 6)}`,
      ...[share, low, high].map((part) => `${(100 * part).toFixed(1)} %`),
      '#'.repeat(Math.round((WIDTH_OF_BARS * share) / max))
    ])
  ]
  return [
    `${pluralise(reports, 'report')} of a ${name} with epsilon ${short(mechanism.epsilon, 6)}.`,
    `Each interval holds the true number with a confidence of ${confidence}.`,
    '',
    textTable(numbers),
    '',
    textTable(shares, [true, false, false, false, true]),
    ...warnings.map((warning) => `\nWarning: ${warning}`)
  ]
}

/** @param {string} what @param {{ value: number, low: number, high: number }} found */
function intervalOf(what, { value, low, high }) {
  return [what, ...[value, low, high].map((number) => short(number, 5))]
}
