import { checkOptions, isList, kindNamed } from './arguments.js'
import { ParameterError } from './errors.js'
import { sumUp } from './sum-up.js'

/** @typedef {import('./streaming.js').StreamOptions} StreamOptions */

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
 * missing.
 * @template {readonly object[] | Readonly<Record<string, ArrayLike<unknown>>>} Records
 * @param {Records} records
 * @param {Readonly<Record<string, import('./laplace.js').LaplaceMechanism | import('./bounded-gaussian.js').BoundedGaussian>>} mechanisms by the names of the fields
 * @param {Pick<StreamOptions, 'signal' | 'onProgress' | 'workers'>} [options]
 * @returns {Promise<PrivateRecords<Records>>}
 */
export async function privatiseRecords(records, mechanisms, options = {}) {
  const names = checkMechanisms(mechanisms)
  checkOptions('privatiseRecords', options, ['signal', 'onProgress', 'workers'])
  const table = tableOf(records)
  const columns = names.map((name) => presentIn(table, name, mechanisms[name]))
  const total = columns.reduce((sum, { truths }) => sum + truths.length, 0)
  let before = 0
  for (const { name, mechanism, rows, truths } of columns) {
    const start = before
    const onProgress = options.onProgress && progressFrom(options.onProgress, start, total)
    const values = await mechanism
      .privatiseStream(truths, { ...options, onProgress })
      .catch((/** @type {any} */ error) => Promise.reject(named(error, table, name, rows, mechanism.dimensions)))
    table.put(name, rows, valuesOf(values, mechanism))
    before += truths.length
  }
  const all = columns.map(({ mechanism }) => mechanism)
  return {
    records: table.records,
    epsilon: sumUp(all.map(({ epsilon }) => epsilon)),
    delta: sumUp(all.map(({ delta }) => delta)),
    missing: Object.fromEntries(columns.map(({ name, rows }) => [name, table.length - rows.length]))
  }
}

/** @param {unknown} mechanisms */
function checkMechanisms(mechanisms) {
  const example = '{ age: mechanism, score: mechanism }'
  if (typeof mechanisms !== 'object' || mechanisms === null || isList(mechanisms)) {
    throw new TypeError(`mechanisms must be an object such as ${example}, got ${kindNamed(mechanisms)}`)
  }
  const names = Object.keys(mechanisms)
  if (names.length === 0) throw new TypeError(`mechanisms must name at least one field, as in ${example}`)
  for (const name of names) {
    const mechanism = /** @type {any} */ (mechanisms)[name]
    if (typeof mechanism?.privatiseStream === 'function') continue
    const kind = 'a mechanism for numbers, such as a ReflectedLaplace'
    throw new TypeError(`mechanisms.${name} must be ${kind}, got ${kindNamed(mechanism)}`)
  }
  return names
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

/** @param {unknown} given @returns {Table} */
function tableOf(given) {
  if (Array.isArray(given)) return tableOfRecords(given)
  if (typeof given === 'object' && given !== null && !isList(given)) return tableOfColumns(/** @type {any} */ (given))
  const rule = 'records must be an array of objects, or an object of columns such as { age: [37, 52] }'
  throw new TypeError(`${rule}, got ${kindNamed(given)}`)
}

/** @param {readonly any[]} given @returns {Table} */
function tableOfRecords(given) {
  const records = given.map((record, row) => {
    if (typeof record === 'object' && record !== null && !isList(record)) return { ...record }
    throw new TypeError(`records[${row}] must be an object, got ${kindNamed(record)}`)
  })
  return {
    records,
    length: records.length,
    column: (name) =>
      records.length === 0 || records.some((record) => Object.hasOwn(record, name))
        ? records.map((record) => record[name])
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
  const [first] = Object.entries(given)
  for (const [name, column] of Object.entries(given)) {
    if (!isList(column)) throw new TypeError(`records.${name} must be an array, got ${kindNamed(column)}`)
    if (column.length !== first?.[1].length) {
      const rule = `records.${name} must be as long as records.${first?.[0]} (${first?.[1].length})`
      throw new ParameterError(`records.${name}`, column, `${rule}, got a length of ${column.length}`)
    }
  }
  return {
    records,
    length: first?.[1].length ?? 0,
    column: (name) => (Object.hasOwn(given, name) ? given[name] : undefined),
    put: (name, rows, values) => {
      const column = given[name]
      const isWhole = rows.length === column.length
      records[name] = isWhole ? values : Array.from(column)
      if (!isWhole) for (const [at, row] of rows.entries()) records[name][row] = values[at]
    },
    place: (name, row) => `records.${name}[${row}]`
  }
}

/**
 * What is there of a column: in which rows, and their numbers.
 * @param {Table} table @param {string} name @param {any} mechanism
 */
function presentIn(table, name, mechanism) {
  const column = table.column(name)
  if (column === undefined) throw new TypeError(`the records have no field '${name}', for which there is a mechanism`)
  /** @type {number[]} */
  const rows = []
  const isBox = Array.isArray(mechanism.lower)
  const sides = isBox ? mechanism.dimensions : 1
  const truths = new Float64Array(column.length * sides)
  for (let row = 0; row < column.length; ++row) {
    const truth = column[row]
    if (truth === undefined || truth === null) continue
    const place = table.place(name, row)
    if (isBox) truths.set(vectorFrom(truth, sides, place), rows.length * sides)
    else if (typeof truth === 'number') truths[rows.length] = truth
    else throw new TypeError(`${place} must be a number, got ${kindNamed(truth)}`)
    rows.push(row)
  }
  return { name, mechanism, rows, truths: truths.subarray(0, rows.length * sides) }
}

/** @param {unknown} truth @param {number} sides @param {string} place */
function vectorFrom(truth, sides, place) {
  const list = isList(truth) ? Array.from(truth) : []
  if (list.length === sides && list.every((number) => typeof number === 'number')) return list
  throw new TypeError(`${place} must be an array of ${sides} numbers, got ${kindNamed(truth)}`)
}

/** Numbers as they are; vectors apart again. @param {Float64Array} values @param {any} mechanism */
function valuesOf(values, { lower, dimensions }) {
  if (!Array.isArray(lower)) return values
  return Array.from({ length: values.length / dimensions }, (_, at) =>
    Array.from(values.subarray(at * dimensions, (at + 1) * dimensions))
  )
}

/** @param {(progress: any) => void} onProgress @param {number} before @param {number} total */
function progressFrom(onProgress, before, total) {
  return (/** @type {any} */ { done, workers }) => onProgress({ done: before + done, total, workers })
}

/**
 * What is wrong with one of the truths, by the name that it has in the records.
 * @param {any} error @param {Table} table @param {string} name @param {readonly number[]} rows @param {number} [sides]
 */
function named(error, table, name, rows, sides = 1) {
  const [, index] = /^truths\[(\d+)\]$/.exec(error?.parameter) ?? []
  if (index === undefined) return error
  const place = table.place(name, Number(rows[Math.floor(Number(index) / sides)]))
  return new ParameterError(place, error.value, error.message.replace(error.parameter, place))
}
