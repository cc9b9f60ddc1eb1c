import { checkNumber, checkOptions, checkWord, formatValue, isList, nameKind } from '../arguments.js'
import { copyOf } from '../copies.js'
import { ParameterError } from '../errors.js'
import { memberOf, ownOf } from '../own.js'
import { PERIODS } from './calendar-period.js'

/** @typedef {import('./account.js').Terms} Terms */
/** @typedef {import('./stored-account.js').Store} Store */

/**
 * What a budget is made of.
 * @typedef {object} BudgetOptions
 * @property {number} epsilon what all releases of a person may give away together; in each period, if there are periods
 * @property {number} [delta] the probability with which that may fail. Default: 0
 * @property {Store | import('./memory-store.js').MemoryStore} store where to keep what was spent
 * @property {import('./calendar-period.js').Period} [period] `'day'`, `'week'`, `'month'` or `'year'`, of the calendar in UTC:
 *   in each of them, as much may be spent. Default: none, and what is spent is spent for good
 * @property {number} [slack] the part of delta that advanced composition may use; the rest is for the deltas of mechanisms.
 *   Default: half of it
 */

/**
 * A mechanism, or anything else that says what a release by it costs.
 * @typedef {object} Costly
 * @property {number} epsilon what it may lose
 * @property {number} [delta] the probability with which that may fail. Default: 0
 */

/**
 * @template Truth, Released
 * @typedef {Costly & { privatise: (truth: Truth) => Released }} PrivateMechanism
 */

/**
 * What is to be remembered of a release.
 * @typedef {object} Remark
 * @property {string} [question] what was asked: a heading of the history
 */

/** @param {Record<string, unknown>} given @returns {Terms} */
export function termsFrom({ epsilon, delta = 0, slack, period }) {
  const total = checkNumber('epsilon', epsilon)
  if (!(total > 0 && total < Infinity)) refuse('epsilon', total, 'greater than 0 and finite')
  const escaping = checkNumber('delta', delta)
  if (!(escaping >= 0 && escaping < 1)) refuse('delta', escaping, 'from 0 to less than 1')
  const kept = slack === undefined ? escaping / 2 : checkNumber('slack', slack)
  if (!(kept >= 0 && kept <= escaping)) refuse('slack', kept, `from 0 to delta (${escaping})`)
  return {
    epsilon: total,
    delta: escaping,
    slack: kept,
    period: period === undefined ? null : checkWord('period', period, PERIODS)
  }
}

/** @param {string} parameter @param {number} value @param {string} rule @returns {never} */
function refuse(parameter, value, rule) {
  throw new ParameterError(parameter, value, `${parameter} must be ${rule}, got ${value}`)
}

/**
 * What a mechanism draws with, as it is now.
 * @param {unknown} mechanism
 * @param {string} method
 * @returns {(truth: any) => any}
 */
export function methodOf(mechanism, method) {
  const found = memberOf(mechanism, method)
  if (typeof found === 'function') return (truth) => Reflect.apply(found, mechanism, [truth])
  throw new TypeError(`mechanism must be one that load() gave, with a method ${method}, got ${nameKind(mechanism)}`)
}

/** Truths as they are now. @param {unknown} truths */
export function truthsFrom(truths) {
  if (isList(truths)) return copyOf(truths, 'truths')
  throw new TypeError(`truths must be an array or a typed array of numbers, got ${nameKind(truths)}`)
}

/** How many numbers a truth of a mechanism has. @param {unknown} mechanism */
export function dimensionsOf(mechanism) {
  const dimensions = memberOf(mechanism, 'dimensions') ?? 1
  if (Number.isSafeInteger(dimensions) && dimensions >= 1) return dimensions
  throw new TypeError(`dimensions of a mechanism must be a whole number from 1 up, got ${formatValue(dimensions)}`)
}

/** @param {unknown} cost */
export function checkCost(cost) {
  const [epsilon, delta] = [memberOf(cost, 'epsilon'), memberOf(cost, 'delta')]
  if (typeof epsilon !== 'number' || (delta !== undefined && typeof delta !== 'number')) {
    throw new TypeError(
      `what is spent must be a mechanism, or an object such as { epsilon: 1 }, got ${formatValue(cost)}`
    )
  }
  if (!(epsilon >= 0 && epsilon < Infinity)) refuse('epsilon', epsilon, 'from 0 up and finite')
  if (delta !== undefined && !(delta >= 0 && delta < 1)) refuse('delta', delta, 'from 0 to less than 1')
  return { epsilon, delta: delta ?? 0 }
}

/** Whether what it costs can never change, as of our mechanisms: getters may answer as they like. @param {object} cost */
export function isSettled(cost) {
  const isValue = (/** @type {string} */ name) =>
    Object.hasOwn(ownOf(Object.getOwnPropertyDescriptor(cost, name)), 'value')
  return Object.isFrozen(cost) && isValue('epsilon') && isValue('delta')
}

/**
 * A mechanism of somebody else may have changed while its release waited: then what it draws now may not be what was paid for.
 * @param {unknown} mechanism @param {{ epsilon: number, delta: number }} paid
 */
export function checkUnchanged(mechanism, paid) {
  const now = checkCost(mechanism)
  for (const name of /** @type {const} */ (['epsilon', 'delta'])) {
    if (now[name] > paid[name]) refuse(name, now[name], `no more than when the release was asked for (${paid[name]})`)
  }
}

/** @param {unknown} releases */
export function checkReleases(releases) {
  const count = checkNumber('releases', releases)
  if (!(Number.isSafeInteger(count) && count >= 1)) refuse('releases', count, 'a whole number from 1 up')
  return count
}

/** @param {Remark} remark */
export function questionFrom(remark) {
  const { question = '' } = checkOptions('remark', remark, ['question'])
  return checkQuestion(question)
}

/** @param {unknown} question */
export function checkQuestion(question) {
  if (typeof question === 'string') return question
  throw new TypeError(`question must be a string, got ${nameKind(question)}`)
}
