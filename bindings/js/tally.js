import { checkOptions, isList, nameKind } from './arguments.js'
import { copyColumn } from './column.js'
import { copyOfList } from './copies.js'
import { ParameterError } from './errors.js'
import { memberOf, ownOf } from './own.js'
import { parse, ReportModel } from './report-model.js'
import { checkRange, queryHeader } from './report-range.js'

// All that a collector keeps of reports, however many there are: how many fell into each bin of the released values.

/** @typedef {import('./report-model.js').MechanismLike} MechanismLike */

/**
 * What `toJSON` of a tally gives.
 * @typedef {object} TallyJSON
 * @property {number} tally the version of this format
 * @property {object} mechanism what its own `toJSON` gives
 * @property {readonly [number, number]} [range] between which true values lie, where a bound is infinite
 * @property {readonly number[] | readonly (readonly number[])[]} counts of the bins; of vectors, for each coordinate
 */

/**
 * A row of what `tallyQuery` asks for. Some drivers give whole numbers as texts.
 * @typedef {object} TallyRow
 * @property {number | bigint | string} bin in which reports were counted, from 0; -1 of those that the mechanism cannot have made
 * @property {number | bigint | string} reports how many there are
 * @property {number | bigint | string} [side] of vectors
 */

/**
 * The options of a tally.
 * @typedef {object} TallyOptions
 * @property {readonly [number, number]} [range] between which true values lie, where a bound is infinite
 */

const VERSION = 1
/** Reports cross into WebAssembly in parts. */
const PART = 1 << 16

/** What C++ is asked with, of a tally. @type {(tally: any) => { model: ReportModel, counts: Float64Array[], bins: Float64Array[], range: readonly [number, number] | undefined }} */
export let partsOf
/** Counts reports that are called something in messages. @type {(tally: any, reports: unknown, named: string) => void} */
export let addNamed
/** Whether it is a tally, of whichever load(). @type {(value: unknown) => value is Tally} */
export let isTally

/** Under this key, the classes that `load()` hands out know how to make sense of a mechanism. */
export const REPORT_MODEL = Symbol('inbounds report model')

/**
 * Counts of reports on bins of the released values: all that `estimate` needs of them. Its size does not depend on how many
 * reports there are. Tallies of the same mechanism can be merged, and sent as JSON.
 */
export class Tally {
  /** @type {ReportModel} */ #model
  /** Of each side, the numbers of C++: lowest, highest, slack, edges. @type {Float64Array[]} */ #bins
  /** @type {Float64Array[]} */ #counts
  /** @type {readonly [number, number] | undefined} */ #range

  /** @param {MechanismLike} mechanism that made the reports @param {TallyOptions} [options] */
  constructor(mechanism, options = {}) {
    const { range } = checkOptions('Tally', options, ['range'])
    this.#model = /** @type {any} */ (new.target)[REPORT_MODEL](mechanism)
    if (this.#model.isPosterior) {
      throw new TypeError(
        'mechanism must be one for numbers or vectors; give the releases of posteriors to estimate as they are'
      )
    }
    this.#range = checkRange(range, this.#model.mechanism)
    this.#bins = this.#sides().map((side) => this.#model.ask('reportBins', this.#queryHeader(side)))
    this.#counts = this.#bins.map((bins) => new Float64Array(bins.length - 2))
    Object.freeze(this)
  }

  /** The mechanism that made the reports. @returns {any} */
  get mechanism() {
    return this.#model.mechanism
  }

  /** Between which true values lie, where a bound is infinite. */
  get range() {
    return this.#range
  }

  /** How many reports were counted. @returns {number} */
  get total() {
    return this.#counts[0]?.reduce((sum, count) => sum + count, 0) ?? 0
  }

  /** How many fell into each bin; of vectors, an array for each coordinate. @returns {number[] | number[][]} */
  get counts() {
    const all = this.#counts.map((counts) => Array.from(counts))
    return this.#model.isBox ? all : /** @type {number[]} */ (all[0])
  }

  /** The values between bins; of vectors, an array for each coordinate. @returns {number[] | number[][]} */
  get edges() {
    const all = this.#bins.map((bins) => Array.from(bins.subarray(3)))
    return this.#model.isBox ? all : /** @type {number[]} */ (all[0])
  }

  /**
   * Counts a report, or many of them; of vectors, coordinates one after the other. If one is no value that the mechanism can
   * release, it is named and none is counted.
   * @param {number | ArrayLike<number>} reports
   * @returns {this}
   */
  add(reports) {
    checkReceiver(this, 'add(37)')
    addNamed(this, reports, 'reports')
    return this
  }

  /**
   * Adds what another tally of the same mechanism has counted.
   * @param {Tally} other
   * @returns {this}
   */
  merge(other) {
    checkReceiver(this, 'merge(other)')
    if (!isTally(other)) throw new TypeError(`merge takes a tally, got ${nameKind(other)}`)
    if (other.#model.text !== this.#model.text || String(other.#range) !== String(this.#range)) {
      throw new ParameterError('other', other, 'other must be a tally of the same mechanism and range')
    }
    for (const [side, counts] of this.#counts.entries())
      addTo(counts, /** @type {Float64Array} */ (other.#counts[side]))
    return this
  }

  /**
   * Adds the rows that a database gave for `tallyQuery`. Reports that the mechanism cannot have made have the bin -1, and
   * are refused.
   * @param {Iterable<TallyRow>} rows
   * @returns {this}
   */
  addRows(rows) {
    checkReceiver(this, 'addRows(rows)')
    const added = this.#counts.map((counts) => new Float64Array(counts.length))
    if (typeof Object(rows)[Symbol.iterator] !== 'function' || typeof rows === 'string') {
      throw new TypeError(`rows must be an array of { bin, reports }, got ${nameKind(rows)}`)
    }
    let at = -1
    for (const row of rows) {
      at += 1
      const found = ['bin', 'reports', 'side'].map((name) => memberOf(row, name)) // some drivers give objects of a class
      const [bin, reports, side] = [found[0], found[1], found[2] ?? 0].map(wholeFrom)
      if (bin === -1 && Number(reports) > 0) {
        const rule = 'what the mechanism can release; leave the row with bin -1 out to count the others'
        throw new ParameterError('rows', reports, `rows must have only ${rule}, got ${reports} other reports (or NULL)`)
      }
      const counts = added[Number(side)]
      if (counts === undefined || !(Number(bin) in counts) || !isCount(reports)) {
        const got = row === null || typeof row !== 'object' ? nameKind(row) : rowKinds(found)
        throw new TypeError(`rows[${at}] must be one of tallyQuery for this mechanism, got ${got}`)
      }
      counts[Number(bin)] = Number(counts[Number(bin)]) + Number(reports)
    }
    for (const [side, counts] of added.entries()) addTo(/** @type {Float64Array} */ (this.#counts[side]), counts)
    return this
  }

  /** The tally in writing, for `JSON.stringify`; `fromJSON` reads it. @returns {TallyJSON} */
  toJSON() {
    checkReceiver(this, 'toJSON()')
    const range = this.#range && { range: this.#range }
    return { tally: VERSION, mechanism: JSON.parse(this.#model.text), ...range, counts: this.counts }
  }

  /**
   * The tally that `toJSON` wrote.
   * @template {Tally} Kind
   * @this {new (mechanism: any, options?: TallyOptions) => Kind}
   * @param {TallyJSON | string} json
   * @returns {Kind}
   */
  static fromJSON(json) {
    if (!(/** @type {any} */ (this)?.[REPORT_MODEL])) {
      throw new TypeError('fromJSON must be called on the class that load() gave, as in Tally.fromJSON(text)')
    }
    const rule = 'fromJSON takes what toJSON of a tally wrote'
    const read = typeof json === 'string' ? parse(json, rule) : json
    const given = ownOf(Object(read))
    if (given.tally !== VERSION) throw new TypeError(`${rule}, got ${nameKind(read)}`)
    const tally = new this(given.mechanism, given.range === undefined ? {} : { range: given.range })
    const { isBox } = tally.#model
    const stored = isBox ? given.counts : [given.counts]
    const all = isList(stored) && stored.length === tally.#counts.length ? copyOfList(stored) : []
    const isWhole = tally.#counts.every(({ length }, side) => {
      if (!(Array.isArray(all[side]) && all[side].length === length)) return false
      all[side] = copyOfList(all[side])
      return all[side].every(isCount)
    })
    if (!isWhole) {
      const lengths = tally.#counts.map(({ length }) => length).join(' and ')
      throw new TypeError(`counts must be ${lengths} whole numbers from 0 up${isBox ? ', for each coordinate' : ''}`)
    }
    for (const [side, counts] of tally.#counts.entries()) counts.set(/** @type {number[]} */ (all[side]))
    return tally
  }

  static {
    partsOf = (tally) => ({
      model: tally.#model,
      counts: tally.#counts,
      bins: tally.#bins,
      range: tally.#range
    })
    addNamed = (tally, reports, named) => tally.#add(reports, named)
    isTally = (value) => typeof value === 'object' && value !== null && #counts in value
  }

  /** @param {unknown} reports @param {string} named */
  #add(reports, named) {
    const list = columnFrom(typeof reports === 'number' ? [reports] : reports, named)
    const sides = this.#bins.length
    if (list.length % sides !== 0) {
      const rule = `a multiple of ${sides} numbers long, one vector after the other`
      throw new ParameterError(named, list.length, `${named} must be ${rule}, got a length of ${list.length}`)
    }
    const added = this.#sides().map((side) => {
      try {
        return this.#count(list, side, sides)
      } catch (error) {
        throw withPlaceInReports(error, named, (index) => index * sides + side)
      }
    })
    for (const [side, counts] of added.entries()) addTo(/** @type {Float64Array} */ (this.#counts[side]), counts)
  }

  /** @param {Float64Array} list @param {number} side @param {number} sides */
  #count(list, side, sides) {
    const counts = new Float64Array(Number(this.#counts[side]?.length))
    const length = list.length / sides
    for (let from = 0; from < length; from += PART) {
      const part = Math.min(PART, length - from)
      const query = new Float64Array(3 + part)
      query.set(this.#queryHeader(side))
      if (sides === 1) query.set(list.subarray(from, from + part), 3)
      else for (let at = 0; at < part; ++at) query[3 + at] = Number(list[(from + at) * sides + side])
      addTo(counts, this.#model.ask('reportCounts', query, from))
    }
    return counts
  }

  #sides() {
    return Array.from({ length: this.#model.sides }, (_, side) => side)
  }

  /** @param {number} side @returns {number[]} */
  #queryHeader(side) {
    return queryHeader(side, this.#range)
  }
}

/** @param {unknown} reports @param {string} named @returns {Float64Array} */
function columnFrom(reports, named) {
  if (reports instanceof Float64Array) return reports
  if (!isList(reports))
    throw new TypeError(`${named} must be a number or an array of numbers, got ${nameKind(reports)}`)
  return copyColumn(reports, 0, named)
}

/**
 * C++ sees reports of one coordinate; a message is about the list that was given.
 * @param {any} error @param {string} named @param {(index: number) => number} placeOf
 */
function withPlaceInReports(error, named, placeOf) {
  const [, index] = /^reports\[(\d+)\]$/.exec(error.parameter) ?? []
  if (index === undefined) return error
  const place = `${named}[${placeOf(Number(index))}]`
  return new ParameterError(place, error.value, error.message.replace(error.parameter, place))
}

/**
 * `chunks.forEach(tally.add)` loses the tally.
 * @param {unknown} receiver @param {string} example a call
 */
function checkReceiver(receiver, example) {
  if (isTally(receiver)) return
  throw new TypeError(`${example.split('(')[0]} must be called on the tally itself, as in tally.${example}`)
}

/** A whole number as databases give it, or NaN. @param {unknown} value */
function wholeFrom(value) {
  const isText = typeof value === 'string' && /^-?\d+$/.test(value)
  return isText || typeof value === 'bigint' || typeof value === 'number' ? Number(value) : Number.NaN
}

/** It may be a row of anything. @param {readonly unknown[]} row */
function rowKinds([bin, reports, side]) {
  const last = side === undefined ? '' : `, side: ${nameKind(side)}`
  return `{ bin: ${nameKind(bin)}, reports: ${nameKind(reports)}${last} }`
}

/** @param {Float64Array} counts @param {ArrayLike<number>} more */
function addTo(counts, more) {
  for (let at = 0; at < counts.length; ++at) counts[at] = Number(counts[at]) + Number(more[at])
}

/** @param {unknown} value */
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
