import { CATALOGUE, FOR_COUNTS } from './catalogue.js'
import { ENGINE, KIND } from './engine-key.js'

/** The mechanism classes of an engine. @typedef {Omit<import('./load.js').Inbounds, 'compare' | 'privatiseRecords' | 'build'>} Classes */

/**
 * All mechanism classes, for one engine.
 * @param {import('./engine.js').Engine} engine
 * @returns {Classes}
 */
export function classesWith(engine) {
  const all = [...Object.values(CATALOGUE).map(({ Mechanism }) => Mechanism), ...Object.values(FOR_COUNTS)]
  return /** @type {Classes} */ (
    Object.fromEntries(all.map((/** @type {any} */ Mechanism) => [Mechanism[KIND], bindTo(engine, Mechanism)]))
  )
}

/**
 * The mechanism class with its engine: the same class, prototypes and statics, under the same name.
 * @template {(new (...parameters: any[]) => object) & { [KIND]: string }} Class
 * @param {import('./engine.js').Engine} engine
 * @param {Class} mechanism
 * @returns {Class}
 */
function bindTo(engine, mechanism) {
  // Under a computed key, the class takes its name from there, and no minifier shortens it.
  const { [mechanism[KIND]]: bound } = {
    [mechanism[KIND]]: class extends mechanism {
      static [ENGINE] = engine
    }
  }
  return /** @type {Class} */ (bound)
}
