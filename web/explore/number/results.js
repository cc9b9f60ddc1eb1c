import { datum, element } from '../../controls/elements.js'
import { significant, withSign } from '../../wording/figures.js'
import { DRAWS } from './model.js'
import * as wording from './wording.js'

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./draws.js').Drawn} Drawn */

/** Everything outside the chart that depends on the settings alone. @param {Model} model */
export function showModel(model) {
  const { mechanism, format } = model
  datum('scale', mechanism.scale, significant(mechanism.scale))
  showMoments('', model, format)
  text('width', wording.widthPhrase(model))
  text('scale-note', wording.scaleNote(model))
  text('how', wording.how(model))
  text('mechanism-note', wording.mechanismNote(model))
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
  text('legend-bars', wording.legendOfDraws(drawn))
  if (drawn) return showMoments('drawn-', drawn, model.format, drawn.total < DRAWS)
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
 * @param {import('../../wording/figures.js').Format} format
 * @param {boolean} [preliminary] there is more to come: for people only
 */
function showMoments(prefix, { mean, bias, deviation, interval }, format, preliminary = false) {
  /** @param {string} name @param {number | string} value @param {string} words */
  const tell = (name, value, words) => datum(`${prefix}${name}`, preliminary ? '' : value, words)
  tell('mean', mean, format.aligned(mean))
  tell('bias', bias, withSign(format.aligned(bias)))
  tell('deviation', deviation, format.aligned(deviation))
  tell('interval', interval.join(' '), interval.map((value) => format(value)).join(' to '))
}

/** How far a release can move somebody who was this sure. @param {number} epsilon */
function showBeliefs(epsilon) {
  for (const belief of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#kind-number .belief'))) {
    const prior = Number(belief.dataset.prior)
    const min = wording.posterior(prior, -epsilon)
    const max = wording.posterior(prior, epsilon)
    for (const [name, share] of Object.entries({ prior, least: min, most: max }))
      belief.style.setProperty(`--${name}`, `${100 * share}%`)
    const note = belief.nextElementSibling
    if (note) note.textContent = wording.beliefRange(min, max)
  }
}

/**
 * @param {string} id
 * @param {string} words
 */
function text(id, words) {
  element(id).textContent = words
}
