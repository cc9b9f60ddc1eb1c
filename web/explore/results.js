import { element } from '../controls/elements.js'
import { signed, significant } from '../wording/figures.js'
import * as wording from './wording.js'

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Drawn} Drawn */

/** Everything outside the chart that depends on the settings alone. @param {Model} model */
export function showModel(model) {
  const { mechanism, format } = model
  datum('scale', mechanism.scale, significant(mechanism.scale))
  showMoments('', model, format)
  text('width', `any two values, up to ${format(mechanism.upper - mechanism.lower)} apart`)
  text('legend-law', wording.lawInLegend(model))
  text('caption', wording.caption(model))
  text('truth-note', wording.truthNote(model))
  text('epsilon-note', wording.epsilonNote(model))
  text('audit', wording.auditSentence(model))
  text('audit-rounding', wording.auditRounding(model))
  text('describe', mechanism.describe())
  text('odds', wording.oddsSentence(model))
  text('neighbours', wording.neighboursPhrase(model))
  text('spend-twice', wording.twiceSentence(model))
  text('spend-all', wording.allSentence(model))
  text('one-report', wording.oneReportSentence(model))
  showBeliefs(mechanism.epsilon)
}

/**
 * What came of the draws; nothing while new ones are waited for.
 * @param {Model} model
 * @param {Drawn | undefined} drawn
 */
export function showDrawn(model, drawn) {
  element('chart').setAttribute('aria-label', wording.chartInWords(model, drawn))
  if (drawn) return showMoments('drawn-', drawn, model.format)
  for (const name of ['mean', 'bias', 'deviation', 'interval']) datum(`drawn-${name}`, '', '…')
}

/**
 * A warning if the same answer for everything would do better; nothing while that is not known.
 * @param {Model} model
 * @param {import('./model.js').Guess | undefined} guess
 */
export function showGuess(model, guess) {
  text('guess', guess ? wording.guessSentence(model, guess) : '')
}

/**
 * Whether what is shown belongs to what the fields say.
 * @param {boolean} current
 */
export function markCurrent(current) {
  element('stale-note').hidden = current
  element('content').classList.toggle('stale', !current)
  const button = /** @type {HTMLButtonElement} */ (element('draw-again'))
  button.disabled = !current
}

/**
 * @param {string} prefix
 * @param {{ mean: number, bias: number, deviation: number, interval: number[] }} moments
 * @param {import('../wording/figures.js').Format} format
 */
function showMoments(prefix, { mean, bias, deviation, interval }, format) {
  datum(`${prefix}mean`, mean, format.aligned(mean))
  datum(`${prefix}bias`, bias, signed(format.aligned(bias)))
  datum(`${prefix}deviation`, deviation, format.aligned(deviation))
  datum(`${prefix}interval`, interval.join(' '), interval.map((value) => format(value)).join(' to '))
}

/** How far a release can move somebody who was this sure. @param {number} epsilon */
function showBeliefs(epsilon) {
  for (const belief of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.belief'))) {
    const prior = Number(belief.dataset.prior)
    const least = wording.posterior(prior, -epsilon)
    const most = wording.posterior(prior, epsilon)
    for (const [name, share] of Object.entries({ prior, least, most }))
      belief.style.setProperty(`--${name}`, `${100 * share}%`)
    const reach = belief.nextElementSibling
    if (reach) reach.textContent = wording.beliefReach(least, most)
  }
}

/**
 * @param {string} id
 * @param {string} words
 */
function text(id, words) {
  element(id).textContent = words
}

/**
 * A number to read, with the number itself for whoever reads the page by program.
 * @param {string} id
 * @param {number | string} value
 * @param {string} words
 */
function datum(id, value, words) {
  const place = /** @type {HTMLDataElement} */ (element(id))
  place.value = String(value)
  place.textContent = words
}
