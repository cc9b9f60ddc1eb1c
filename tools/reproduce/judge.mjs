// What comes of a computation, against what is expected of it.

import { EXPECTED } from './expected.mjs'

/** @typedef {import('../../web/papers/computations/result.js').Outcome} Outcome */
/** @typedef {import('../../web/papers/computations/result.js').Row} Row */
/** @typedef {import('../../web/papers/computations/result.js').Result} Result */
/** @typedef {import('./choose.mjs').Entry} Entry */
/** @typedef {import('./expected.mjs').Expected} Expected */

/** @typedef {'reproduced' | 'explained' | 'shown' | 'unexpected'} Status explained: not as printed, and known why; shown: an erratum, by its counterexample */
/** @typedef {{ status: Status, words: string, problems: string[], counts: { reproduced: number, explained: number, unexpected: number } }} Judgement */

const COMES_OUT = /** @type {readonly Outcome[]} */ (['agrees', 'holds'])

/**
 * @param {Pick<Entry, 'id' | 'kind'>} entry
 * @param {Pick<Result, 'rows' | 'verdict'>} result
 * @param {Expected | undefined} [expected]
 * @returns {Judgement}
 */
export function judge({ id, kind }, { rows, verdict }, expected = EXPECTED[id]) {
  const counts = { reproduced: 0, explained: 0, unexpected: 0 }
  const problems = []
  for (const row of rows) {
    if (!row.verdict) continue
    const status = statusOf(row, expected)
    counts[status] += 1
    if (status === 'unexpected') {
      const requirement = exceptionOf(row, expected) ?? 'what is printed'
      problems.push(`${row.what}: expected ${requirement}, and it ${said[row.verdict]} (${row.recomputed})`)
    }
  }
  for (const name of Object.values(expected?.rows ?? {}).flat())
    if (!rows.some(({ what }) => isCalled(what, name))) problems.push(`there is no row "${name}", which is expected`)
  const requirement = expected ? [expected.outcome] : COMES_OUT
  if (!requirement.includes(verdict.outcome)) problems.push(`as a whole it ${said[verdict.outcome]}`)
  return { ...sumUp({ kind, outcome: verdict.outcome, expected, problems, counts }), problems, counts }
}

/**
 * @param {Row} row with a verdict
 * @param {Expected | undefined} expected
 * @returns {'reproduced' | 'explained' | 'unexpected'}
 */
export function statusOf(row, expected) {
  const exception = exceptionOf(row, expected)
  if (exception === undefined)
    return COMES_OUT.includes(/** @type {Outcome} */ (row.verdict)) ? 'reproduced' : 'unexpected'
  if (exception !== row.verdict) return 'unexpected'
  return exception === 'cut' ? 'reproduced' : 'explained'
}

/** @param {Row} row @param {Expected | undefined} expected @returns {Outcome | undefined} */
function exceptionOf({ what }, expected) {
  const found = Object.entries(expected?.rows ?? {}).find(([, names]) => names.some((name) => isCalled(what, name)))
  return /** @type {Outcome | undefined} */ (found?.[0])
}

/** @param {string} what @param {string} name */
const isCalled = (what, name) => (name.endsWith('…') ? what.startsWith(name.slice(0, -1)) : what === name)

/** @returns {{ status: Status, words: string }} */
function sumUp({ kind, outcome, expected, problems, counts }) {
  if (problems.length > 0) return { status: 'unexpected', words: 'not reproduced' }
  if (kind === 'erratum') return { status: 'shown', words: 'erratum, shown' }
  if (kind === 'own') return { status: 'reproduced', words: 'as claimed' }
  if (counts.explained === 0)
    return { status: 'reproduced', words: kind === 'table' ? 'reproduced to the printed digits' : 'reproduced' }
  const beginnings = { less: 'less is enough:', fails: 'does not hold:' }
  return { status: 'explained', words: `${beginnings[outcome] ?? 'reproduced but for'} erratum ${expected.erratum}` }
}

/** @type {Readonly<Record<Outcome, string>>} */
const said = {
  agrees: 'agrees',
  cut: 'agrees only if digits are cut off',
  holds: 'holds',
  less: 'holds with less',
  differs: 'differs',
  fails: 'does not hold'
}
