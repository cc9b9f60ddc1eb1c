import { checkOptions, isList, nameKind } from './arguments.js'
import { copyOfList } from './copies.js'
import { ParameterError } from './errors.js'
import { memberOf, ownItem, ownOf } from './own.js'
import { sumUp } from './sum-up.js'

/** @typedef {import('./stream-options.js').StreamOptions} StreamOptions */

/**
 * What `privatiseRecords` gives.
 * @template Records
 * @typedef {object} PrivateRecords
 * @property {Records} records as they were given, with private values in place of the true ones
 * @property {number} epsilon what each record costs in all: the sum over its mechanisms, rounded up
 * @property {number} delta likewise
 * @property {Record<string, number>} missing how many values of each name were missing: they still are, for all to see
 */

/**
 * Private values for some fields of records, each with a mechanism of its own. Records are objects in an array, or columns: an
 * object of arrays. What has no mechanism is handed on as it is. A value that is missing (null, undefined or not there) stays
 * missing. Records are copied at the call, and may be changed afterwards.
 * @template {readonly object[] | Readonly<Record<string, ArrayLike<unknown>>>} Records
 * @param {Records} records
 * @param {Readonly<Record<string, import('./laplace.js').LaplaceMechanism | import('./bounded-gaussian.js').BoundedGaussian>>} mechanisms by the names of the fields
 * @param {Pick<StreamOptions, 'signal' | 'onProgress' | 'workers'>} [options]
 * @returns {Promise<PrivateRecords<Records>>}
 */
export async function privatiseRecords(records, mechanisms, options = {}) {
  // All that is needed of what was handed over is taken here, before the first wait.
  const means = meansFrom(mechanisms)
  const given = checkOptions('privatiseRecords', options, ['signal', 'onProgress', 'workers'])
  const { onProgress, ...others } = /** @type {StreamOptions} */ (given)
  const table = tableOf(records)
  const columns = means.map((mean) => presentIn(table, mean))
  const total = columns.reduce((sum, { truths }) => sum + truths.length, 0)
  let before = 0
  for (const { mean, rows, truths } of columns) {
    const start = before
    const progress = onProgress && progressFrom(onProgress, start, total)
    const values = await mean
      .draw(truths, { ...others, onProgress: progress })
      .catch((/** @type {any} */ error) => Promise.reject(withPlaceInRecords(error, table, mean, rows)))
    table.put(mean.name, rows, valuesOf(values, mean))
    before += truths.length
  }
  return {
    records: table.records,
    epsilon: sumUp(means.map(({ epsilon }) => epsilon)),
    delta: sumUp(means.map(({ delta }) => delta)),
    missing: Object.fromEntries(columns.map(({ mean, rows }) => [mean.name, table.length - rows.length]))
  }
}

/**
 * By what a field is made private, and what that costs.
 * @typedef {object} Mean
 * @property {string} name of the field
 * @property {(truths: Float64Array, options: StreamOptions) => Promise<Float64Array>} draw
 * @property {number} epsilon
 * @property {number} delta
 * @property {boolean} isBox whether truths are vectors
 * @property {number} sides how many numbers a truth has
 */

/** @param {unknown} mechanisms @returns {Mean[]} */
function meansFrom(mechanisms) {
  const example = '{ age: mechanism, score: mechanism }'
  if (typeof mechanisms !== 'object' || mechanisms === null || isList(mechanisms)) {
    throw new TypeError(`mechanisms must be an object such as ${example}, got ${nameKind(mechanisms)}`)
  }
  const entries = Object.entries(mechanisms)
  if (entries.length === 0) throw new TypeError(`mechanisms must name at least one field, as in ${example}`)
  return entries.map(([name, mechanism]) => {
    const member = (/** @type {string} */ known) => memberOf(mechanism, known)
    const [draw, epsilon, delta = 0] = ['privatiseStream', 'epsilon', 'delta'].map(member)
    if (typeof draw !== 'function' || typeof epsilon !== 'number' || typeof delta !== 'number') {
      const kind = 'a mechanism for numbers, such as a ReflectedLaplace'
      throw new TypeError(`mechanisms.${name} must be ${kind}, got ${nameKind(mechanism)}`)
    }
    const isBox = Array.isArray(member('lower'))
    const sides = isBox ? member('dimensions') : 1
    return { name, draw: (...given) => Reflect.apply(draw, mechanism, given), epsilon, delta, isBox, sides }
  })
}

/**
 * Both forms of records, seen as one: a table with columns.
 * @typedef {object} Table
 * @property {any} records copies, that private values are put into
 * @property {number} length
 * @property {(name: string) => ArrayLike<unknown> | undefined} column nothing, if there is none of the name
 * @property {(name: string, rows: readonly number[], values: ArrayLike<unknown>) => void} put
 * @property {(name: string, row: number) => string} place for messages
 */

/** @param {unknown} given @returns {Table} that changes no more when what was given does */
function tableOf(given) {
  if (Array.isArray(given)) return tableOfRecords(given)
  if (typeof given === 'object' && given !== null && !isList(given)) return tableOfColumns(/** @type {any} */ (given))
  const rule = 'records must be an array of objects, or an object of columns such as { age: [37, 52] }'
  throw new TypeError(`${rule}, got ${nameKind(given)}`)
}

/** @param {readonly any[]} given @returns {Table} */
function tableOfRecords(given) {
  const records = Array.from(given, (_, row) => {
    const record = /** @type {any} */ (ownItem(given, row))
    if (typeof record === 'object' && record !== null && !isList(record)) return { ...record }
    throw new TypeError(`records[${row}] must be an object, got ${nameKind(record)}`)
  })
  return {
    records,
    length: records.length,
    column: (name) =>
      records.length === 0 || records.some((record) => Object.hasOwn(record, name))
        ? records.map((record) => ownOf(record)[name])
        : undefined,
    put: (name, rows, values) => {
      for (const [at, row] of rows.entries()) records[row][name] = values[at]
    },
    place: (name, row) => `records[${row}].${name}`
  }
}

/** @param {Record<string, any>} given @returns {Table} */
function tableOfColumns(given) {
  const records = { ...given }
  const [first] = Object.entries(records)
  for (const [name, column] of Object.entries(records)) {
    if (!isList(column)) throw new TypeError(`records.${name} must be an array, got ${nameKind(column)}`)
    if (column.length !== first?.[1].length) {
      const rule = `records.${name} must be as long as records.${first?.[0]} (${first?.[1].length})`
      throw new ParameterError(`records.${name}`, column, `${rule}, got a length of ${column.length}`)
    }
    records[name] = copyOfList(column)
  }
  return {
    records,
    length: first?.[1].length ?? 0,
    column: (name) => ownOf(records)[name],
    put: (name, rows, values) => {
      const isWhole = rows.length === records[name].length
      if (isWhole) records[name] = values
      else {
        records[name] = Array.from(records[name])
        for (const [at, row] of rows.entries()) records[name][row] = values[at]
      }
    },
    place: (name, row) => `records.${name}[${row}]`
  }
}

/**
 * What is there of a column: in which rows, and their numbers.
 * @param {Table} table @param {Mean} mean
 */
function presentIn(table, mean) {
  const { name, isBox, sides } = mean
  const column = table.column(name)
  if (column === undefined) throw new TypeError(`the records have no field '${name}', for which there is a mechanism`)
  /** @type {number[]} */
  const rows = []
  const truths = new Float64Array(column.length * sides)
  for (let row = 0; row < column.length; ++row) {
    const truth = column[row]
    if (truth === undefined || truth === null) continue
    const place = table.place(name, row)
    if (isBox) truths.set(vectorFrom(truth, sides, place), rows.length * sides)
    else if (typeof truth === 'number') truths[rows.length] = truth
    else throw new TypeError(`${place} must be a number, got ${nameKind(truth)}`)
    rows.push(row)
  }
  return { mean, rows, truths: truths.subarray(0, rows.length * sides) }
}

/** @param {unknown} truth @param {number} sides @param {string} place */
function vectorFrom(truth, sides, place) {
  const list = isList(truth) ? Array.from(truth, (_, at) => ownItem(truth, at)) : []
  if (list.length === sides && list.every((number) => typeof number === 'number')) return list
  throw new TypeError(`${place} must be an array of ${sides} numbers, got ${nameKind(truth)}`)
}

/** Numbers as they are; vectors apart again. @param {Float64Array} values @param {Mean} mean */
function valuesOf(values, { isBox, sides }) {
  if (!isBox) return values
  return Array.from({ length: values.length / sides }, (_, at) =>
    Array.from(values.subarray(at * sides, (at + 1) * sides))
  )
}

/** @param {(progress: any) => void} onProgress @param {number} before @param {number} total */
function progressFrom(onProgress, before, total) {
  return (/** @type {any} */ { done, workers }) => onProgress({ done: before + done, total, workers })
}

/**
 * What is wrong with one of the truths, by the name that it has in the records.
 * @param {any} error @param {Table} table @param {Mean} mean @param {readonly number[]} rows
 */
function withPlaceInRecords(error, table, { name, sides }, rows) {
  const [, index] = /^truths\[(\d+)\]$/.exec(error?.parameter) ?? []
  if (index === undefined) return error
  const place = table.place(name, Number(rows[Math.floor(Number(index) / sides)]))
  return new ParameterError(place, error.value, error.message.replace(error.parameter, place))
}
