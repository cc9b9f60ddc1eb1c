import { divide } from '../csv/epsilon-shares.js'
import { asUsage, UsageError } from './errors.js'
import { findClass, forNumbers, isFileName, mechanismsIn } from './mechanism-file.js'
import { mechanismOptions, numberFrom } from './option-values.js'

// Which column gets which noise.

/** @typedef {import('./arguments.js').Given} Given */
/** @typedef {import('inbounds/collector').Collector} Collector */
/** @typedef {{ column: string, mechanism: any }} ColumnMechanism */

const FOR_EACH = ['lower', 'upper', 'spans', 'granularity', 'sensitivity']
const FOR_ALL = ['outside', 'guarantee']
/** What is in a file already, and would contradict it. */
const IN_FILES = [...FOR_EACH, 'epsilon', 'delta', 'share', ...FOR_ALL]

/**
 * @param {Collector} inbounds
 * @param {Given} given
 * @returns {Promise<ColumnMechanism[]>}
 */
export async function columnMechanisms(inbounds, given) {
  const columns = columnsFrom(given)
  const words = given.all('mechanism')
  const files = words.filter(isFileName)
  if (files.length === 0) return fromOptions(inbounds, given, columns)
  if (files.length < words.length) {
    throw new UsageError('mechanism must be names or files for all columns, got some of each', 'mechanism')
  }
  const extra = IN_FILES.find((option) => given.has(option))
  if (extra !== undefined) {
    const why = 'which has bounds and epsilon of its own'
    throw new UsageError(`${extra} must be left out with a mechanism from the file '${files[0]}', ${why}`, extra)
  }
  return fromFiles(inbounds, files, columns)
}

/** @param {Given} given */
function columnsFrom(given) {
  const columns = given.all('column')
  const twice = columns.find((column, at) => columns.indexOf(column) < at)
  if (twice !== undefined) {
    throw new UsageError(`column must be another one each time, got '${twice}' twice: noise on noise`, 'column')
  }
  if (given.has('no-header')) for (const column of columns) checkNumber(column)
  return columns
}

/** @param {string} column */
export function checkNumber(column) {
  if (/^[1-9]\d{0,5}$/.test(column)) return
  throw new UsageError(`column must be a number from 1 with --no-header, got '${column}'`, 'column')
}

/** @param {Collector} inbounds @param {readonly string[]} files @param {readonly string[]} columns @returns {Promise<ColumnMechanism[]>} */
async function fromFiles(inbounds, files, columns) {
  const [path = ''] = files
  const read = await Promise.all(files.map((file) => mechanismsIn(inbounds, file)))
  const [first] = read
  if (first?.columns && files.length === 1) {
    const known = first.columns
    const names = columns.length > 0 ? columns : [...known.keys()]
    return names.map((column) => {
      if (known.has(column)) return { column, mechanism: forNumbers(known.get(column), path) }
      const names = [...known.keys()].join(', ')
      throw new UsageError(
        `column must be one that '${path}' has a mechanism for (${names}), got '${column}'`,
        'column'
      )
    })
  }
  if (columns.length === 0) throw missingColumn()
  return forEach('mechanism', files, columns).map((file, at) => {
    const found = read[files.indexOf(/** @type {string} */ (file))]
    if (found?.one)
      return { column: /** @type {string} */ (columns[at]), mechanism: forNumbers(found.one, String(file)) }
    throw new UsageError(
      `mechanism must be a file with one mechanism for each column, got '${file}' with several`,
      'mechanism'
    )
  })
}

/** @param {Collector} inbounds @param {Given} given @param {readonly string[]} columns @returns {ColumnMechanism[]} */
function fromOptions(inbounds, given, columns) {
  if (columns.length === 0) throw missingColumn()
  if (!given.has('epsilon')) {
    throw new UsageError('epsilon is required: how much each row may give away, as in --epsilon 1', 'epsilon')
  }
  const names = forEach('mechanism', given.all('mechanism'), columns)
  const texts = new Map(FOR_EACH.map((option) => [option, forEach(option, given.all(option), columns)]))
  const amounts = { epsilon: amountsOf('epsilon', given, columns), delta: amountsOf('delta', given, columns) }
  const isDivided = Object.keys(amounts).some((option) => given.all(option).length === 1)
  if (given.has('share') && !(isDivided && columns.length > 1)) {
    throw new UsageError('share must be left out where there is nothing to divide', 'share')
  }
  return columns.map((column, at) => {
    const about = columns.length > 1 ? `column '${column}': ` : ''
    const options = mechanismOptions((option) => texts.get(option)?.[at] ?? undefined, FOR_EACH)
    for (const [option, list] of Object.entries(amounts)) if (list) options[option] = list[at]
    for (const option of FOR_ALL) if (given.has(option)) options[option] = given.one(option)
    const Mechanism = findClass(inbounds, names[at])
    return { column, mechanism: asUsage(() => new Mechanism(options), about) }
  })
}

function missingColumn() {
  return new UsageError('column is required: which one gets noise, as in --column age', 'column')
}

/**
 * Given once, for all columns; given for each, in their order.
 * @param {string} option
 * @param {readonly string[]} values
 * @param {readonly string[]} columns
 * @returns {readonly (string | undefined)[]}
 */
function forEach(option, values, columns) {
  if (values.length === columns.length) return values
  if (values.length <= 1) return columns.map(() => values[0])
  const rule =
    columns.length === 1 ? 'once, as there is one column' : `once for all ${columns.length} columns, or once for each`
  throw new UsageError(`${option} must be given ${rule}, got it ${values.length} times`, option)
}

/**
 * Epsilon and delta are of a whole row, unless each column has its own.
 * @param {'epsilon' | 'delta'} option
 * @param {Given} given
 * @param {readonly string[]} columns
 */
function amountsOf(option, given, columns) {
  const values = given.all(option)
  if (values.length === 0) return undefined
  const numbers = forEach(option, values, columns).map((text) => numberFrom(option, String(text)))
  if (values.length > 1 || columns.length === 1) return numbers
  return divide(Number(numbers[0]), weightsFrom(given, columns))
}

/** @param {Given} given @param {readonly string[]} columns */
function weightsFrom(given, columns) {
  return forEach('share', given.all('share'), columns).map((text = '1') => {
    const weight = numberFrom('share', text)
    if (weight > 0 && weight < Infinity) return weight
    throw new UsageError(`share must be greater than 0 and finite, got ${text}`, 'share')
  })
}
