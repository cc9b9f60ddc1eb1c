import { asUsage, DataError, UsageError } from './errors.js'
import { findClass, mechanismsIn } from './mechanism-file.js'
import { mechanismOptions, numberFrom } from './option-values.js'
import { print } from './standard-streams.js'

/** @typedef {import('./arguments.js').Given} Given */

const IN_FILES = ['mechanism', 'lower', 'upper', 'spans', 'granularity', 'scale', 'sensitivity', 'guarantee']

/** @param {Given} given */
export async function auditCommand(given) {
  const asked = questionsFrom(given)
  const { load } = await import('inbounds/collector')
  const mechanisms = await mechanismsFor(await load(), given)
  const answers = mechanisms.map(([column, mechanism]) => [column, answerOf(mechanism, asked)])
  const [first] = answers
  if (given.has('json')) {
    const isOne = answers.length === 1 && first?.[0] === ''
    return print(`${JSON.stringify(isOne ? first[1] : Object.fromEntries(answers), null, 2)}\n`)
  }
  const parts = answers.map(([column, { mechanism, questions = [], ...worst }]) =>
    [
      `${column === '' ? '' : `${column}: `}${mechanism}`,
      ...auditLines(worst),
      ...questions.map((/** @type {any} */ { asked, epsilon, delta }) =>
        asked === 'epsilon'
          ? `With epsilon ${epsilon}, a probability (delta) of ${delta} escapes it.`
          : `With delta ${delta}, epsilon is ${epsilon}.`
      )
    ].join('\n')
  )
  return print(`${parts.join('\n\n')}\n`)
}

/** What the worst case means. @param {{ epsilon: number, delta: number, truth: any, neighbour: any, output: any }} audit */
export function auditLines({ epsilon, delta, truth, neighbour, output }) {
  const pair = `${formatValue(truth)} and ${formatValue(neighbour)}`
  return [
    `Exact worst case: epsilon ${epsilon}, delta ${delta}`,
    `  between the true values ${pair}, when ${formatValue(output)} is released`
  ]
}

/** @param {unknown} value */
function formatValue(value) {
  return Array.isArray(value) ? `(${value.join(', ')})` : String(value)
}

/** @param {Given} given */
function questionsFrom(given) {
  return ['epsilon', 'delta'].flatMap((asked) => {
    const text = given.one(asked)
    return text === undefined ? [] : [{ asked, value: numberFrom(asked, text) }]
  })
}

/** @param {any} mechanism @param {{ asked: string, value: number }[]} questions */
function answerOf(mechanism, questions) {
  const answers = questions.map(({ asked, value }) => {
    if (asked === 'epsilon')
      return { asked, epsilon: value, delta: asUsage(() => mechanism.deltaOf({ epsilon: value })) }
    if (mechanism.epsilonOf)
      return { asked, epsilon: asUsage(() => mechanism.epsilonOf({ delta: value })), delta: value }
    throw new UsageError('delta must be left out for mechanisms of counts: ask for the delta of an --epsilon', 'delta')
  })
  const { mechanism: name } = mechanism.toJSON()
  return { mechanism: name, ...mechanism.audit(), ...(answers.length > 0 && { questions: answers }) }
}

/**
 * @param {import('inbounds/collector').Collector} inbounds
 * @param {Given} given
 * @returns {Promise<[column: string, mechanism: any][]>}
 */
async function mechanismsFor(inbounds, given) {
  const [path] = given.files
  if (path !== undefined) {
    const extra = IN_FILES.find((option) => given.has(option))
    if (extra !== undefined)
      throw new UsageError(`${extra} must be left out with the file '${path}', which says it`, extra)
    const found = await mechanismsIn(inbounds, path)
    if (found.columns) return [...found.columns]
    if (typeof found.one.audit === 'function') return [['', found.one]]
    throw new DataError(`'${path}' must have a mechanism that can be audited`)
  }
  if (!given.has('scale')) {
    throw new UsageError('scale is required, or a file that calibrate --json wrote', 'scale')
  }
  const Mechanism = findClass(inbounds, given.one('mechanism'))
  const options = mechanismOptions(given.one, IN_FILES.slice(1))
  return [['', asUsage(() => new Mechanism(options))]]
}
