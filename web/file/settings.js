import { ParameterError } from 'inbounds'
import { divide, sumUp } from '../../bindings/csv/epsilon-shares.js'
import { input } from '../controls/elements.js'
import { numberIn } from '../controls/number-field.js'

// From the fields to mechanisms, or to what is wrong with each field.

/** @typedef {import('inbounds/collector').Collector} Collector */
/** @typedef {import('./column-cards.js').Column} Column */

/**
 * @typedef {object} Chosen a column and its noise
 * @property {number} place
 * @property {string} name
 * @property {string} kind the class of its mechanism
 * @property {any} options as the library takes them
 * @property {any} mechanism
 * @property {string | undefined} share as it was typed, where epsilon is divided
 */

/** @typedef {{ field: string, message: string, isEmpty: boolean }} FieldError */

/**
 * @typedef {object} Settings
 * @property {Chosen[]} columns those that are as they should be
 * @property {FieldError[]} errors of the others
 * @property {number} epsilon what a row spends in all, rounded up
 * @property {number | undefined} total the epsilon that is divided
 */

/** @returns {'total' | 'each'} */
export function budgetWay() {
  const own = /** @type {HTMLInputElement | null} */ (document.querySelector('input[name=budget][value=each]:checked'))
  return own ? 'each' : 'total'
}

/** @returns {string[]} */
export function missingWords() {
  return input('missing').value.split(',').map((word) => word.trim()).filter((word) => word !== '') // biome-ignore format: a chain
}

/**
 * @param {Collector} inbounds
 * @param {readonly Column[]} columns
 * @returns {Settings}
 */
export function readSettings(inbounds, columns) {
  /** @type {FieldError[]} */
  const errors = []
  /** @template Result @param {() => Result} work @param {(parameter: string) => string} fieldOf @returns {Result | undefined} */
  const attempt = (work, fieldOf) => {
    try {
      return work()
    } catch (error) {
      // The fields and the collector have each their own class of errors, with the same properties.
      const { parameter, message } = /** @type {{ parameter?: string, message: string }} */ (error)
      if (parameter === undefined && !(error instanceof TypeError)) throw error
      const field = fieldOf(parameter ?? 'mechanism')
      errors.push({ field, message, isEmpty: input(field).value.trim() === '' })
      return undefined
    }
  }
  const total = budgetWay() === 'total' ? attempt(() => numberIn('total', 'epsilon'), () => 'total') : undefined // biome-ignore format: one line
  const shares = columns.map(({ place }) => {
    if (budgetWay() === 'each' || columns.length === 1) return 1
    return attempt(() => shareIn(`share-${place}`), () => `share-${place}`) // biome-ignore format: one line
  })
  const canDivide = total !== undefined && shares.every((share) => share !== undefined)
  const parts = canDivide ? divide(total, /** @type {number[]} */ (shares)) : []
  const chosen = columns.map(({ place, name }, at) => {
    const fieldOf = (/** @type {string} */ parameter) => {
      if (parameter === 'epsilon' && budgetWay() === 'total') return 'total'
      return document.getElementById(`${parameter}-${place}`) ? `${parameter}-${place}` : `mechanism-${place}`
    }
    // Each field by itself, so that all that is wrong is shown at once.
    const number = (/** @type {string} */ parameter) =>
      attempt(() => numberIn(`${parameter}-${place}`, parameter), () => `${parameter}-${place}`) // biome-ignore format: one line
    const [lower, upper] = [number('lower'), number('upper')]
    const isFine = input(`granularity-${place}`).value.trim() === ''
    const granularity = isFine ? undefined : number('granularity')
    const epsilon = budgetWay() === 'total' ? parts[at] : number('epsilon')
    const isWhole = [lower, upper, epsilon].every((value) => value !== undefined)
    if (!isWhole || (!isFine && granularity === undefined)) return []
    const options = { lower, upper, epsilon, ...(granularity !== undefined && { granularity }) }
    const kind = input(`mechanism-${place}`).value
    const mechanism = attempt(() => new /** @type {any} */ (inbounds)[kind](options), fieldOf)
    const share = budgetWay() === 'total' && columns.length > 1 ? input(`share-${place}`).value.trim() : undefined
    return mechanism ? [{ place, name, kind, options, mechanism, share }] : []
  })
  const whole = chosen.flat()
  return { columns: whole, errors, epsilon: sumUp(whole.map(({ mechanism }) => mechanism.epsilon)), total }
}

/** @param {string} field */
function shareIn(field) {
  const share = numberIn(field, 'share')
  if (share > 0) return share
  throw new ParameterError('share', share, `share must be greater than 0, got ${share}`)
}
