import { factorAtMost, percentAtLeast, percentAtMost, significant, whole } from '../../wording/figures.js'
import { soFar } from '../stream.js'
import { DRAWS } from './model.js'

// Every sentence that depends on the settings. No element of the page is known here.

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./draws.js').Drawn} Drawn */

const count = whole(DRAWS)

/**
 * For whoever cannot see the chart: what it shows.
 * @param {Model} model
 * @param {Drawn | undefined} drawn
 */
export function chartInWords(model, drawn) {
  const { truth, mean, interval, cut, format } = model
  const height = cut.single ? 'the exact probability of each value' : 'the exact probability density'
  const sentences = [
    `Chart of the values released for the true value ${format(truth)}, ${betweenBounds(model)}.`,
    `${capital(height)} ${shape(model)}.`,
    `The mean is ${format(mean)}, and 95% lie from ${format(interval[0])} to ${format(interval[1])}.`
  ]
  if (drawn) {
    sentences.push(
      `Bars show ${whole(drawn.total)} private values drawn from it: mean ${format(drawn.mean)}, smallest ${format(drawn.smallest)}, largest ${format(drawn.largest)}.`
    )
  }
  return sentences.join(' ')
}

/** @param {Model} model */
function betweenBounds({ mechanism: { lower, upper, spans }, format }) {
  const finite = Number.isFinite(lower) && Number.isFinite(upper)
  const from = Number.isFinite(lower)
    ? `from ${format(lower)} up`
    : Number.isFinite(upper)
      ? `up to ${format(upper)}`
      : 'without bounds'
  const range = finite ? `between ${format(lower)} and ${format(upper)}` : from
  return spans.length > 1 ? `${range}, with ${spans.length - 1} ${spans.length > 2 ? 'gaps' : 'gap'}` : range
}

/** Where the law is high, and how it falls. @param {Model} model */
function shape({ name, mechanism, law, clamped, cut, atoms, format }) {
  const peak = format(cut.single ? law.snapped : clamped)
  if (mechanism.spans.length > 1) return `is high near ${peak} and falls from there; the gaps are empty`
  const falls = `is highest at ${peak} and falls from there to ${Number.isFinite(mechanism.upper - mechanism.lower) ? 'the bounds' : 'both sides'}`
  if (name !== 'ClampedLaplace') return falls
  const ends = atoms.map(({ at, share }) => `${format(at)} (${significant(100 * share, 3)}%)`)
  return cut.single
    ? `falls from ${peak} to both sides, and the bounds are likelier again`
    : `${falls}, which are released themselves: ${ends.join(' and ')}`
}

/** How this mechanism keeps values inside. @param {Model} model */
export function how({ name }) {
  return {
    ReflectedLaplace:
      'Noise that would leave the bounds, or land in a gap, is reflected, as by a mirror: nothing piles up.',
    BoundedLaplace:
      'Noise is truncated: what would leave the bounds is never drawn, and the rest becomes likelier instead.',
    ClampedLaplace: 'What would leave the bounds is released as the nearer bound: there, values pile up.',
    BoundedGaussian:
      'Normal noise is truncated: what would leave the bounds is never drawn, and the rest becomes likelier instead.'
  }[name]
}

/** When to use it. @param {Model} model */
export function mechanismNote({ name }) {
  return {
    ReflectedLaplace: 'The one to start with.',
    BoundedLaplace: 'The mechanism of the literature; it costs more noise.',
    ClampedLaplace: 'What most libraries do. No gaps.',
    BoundedGaussian: 'The one for vectors; see “A place”. No gaps, no metric guarantee.'
  }[name]
}

/** @param {Model} model */
export function scaleNote({ mechanism: { calibration } }) {
  if (calibration === 'given') return 'as you chose it; epsilon is its exact loss'
  return calibration === 'published' ? 'as the papers give it' : 'the least that keeps the promise'
}

/** @param {Model} model */
export function widthPhrase({ mechanism: { lower, upper }, format }) {
  return Number.isFinite(upper - lower) ? `any two values, up to ${format(upper - lower)} apart` : 'any two values'
}

/** @param {Drawn | undefined} drawn */
export function legendOfDraws(drawn) {
  return soFar(drawn?.total ?? DRAWS, DRAWS, 'private values')
}

/** @param {Model} model */
export function caption({ mechanism, truth, mean, interval, cut, format }) {
  const { granularity, origin, steps } = mechanism
  const essentials = `For the true value ${format(truth)}, what comes out averages ${format(mean)}, and 95% of it lies from ${format(interval[0])} to ${format(interval[1])}.`
  if (cut.single) {
    const kind = origin !== 0 ? 'value' : granularity === 1 ? 'whole number' : `multiple of ${significant(granularity)}`
    return `${essentials} The line on each bar is the exact probability of that ${kind}.`
  }
  const many = Number.isFinite(mechanism.upper - mechanism.lower)
    ? `${whole(steps + 1)} different values`
    : 'Very many values'
  return `${essentials} ${many} are possible, ${significant(granularity, 3)} apart: too many for a bar each, so the line is their probability density.`
}

/** @param {Model} model */
export function lawInLegend({ cut }) {
  return cut.single ? 'exact probabilities' : 'exact density'
}

/**
 * Shortly, for the live region.
 * @param {Model} model
 */
export function announcement({ mechanism, truth, mean, interval, format }) {
  return `Scale ${significant(mechanism.scale)}. For the true value ${format(truth)}, mean ${format(mean)}, 95% from ${format(interval[0])} to ${format(interval[1])}.`
}

/**
 * What happens to the true value before any noise, if anything does.
 * @param {Model} model
 */
export function truthNote({ name, mechanism, law, truth, clamped, format }) {
  const { lower, upper, spans } = mechanism
  if (truth !== clamped) return `Outside the bounds, so it is taken for ${format(clamped)}.`
  if (format(law.snapped) !== format(truth)) return `Rounded to ${format(law.snapped)} before the noise.`
  if (!Number.isFinite(upper - lower)) return 'any number'
  const gaps = name === 'BoundedLaplace' && spans.length > 1 ? ', but in no gap' : ''
  return `anything from ${format(lower)} to ${format(upper)}${gaps}`
}

/** @param {Model} model */
export function auditSentence(model) {
  const { mechanism, audit, format } = model
  const { guarantee, delta, epsilon, calibration } = mechanism
  const pair = `if the truth is ${format(audit.truth)} as if it is ${format(audit.neighbour)}`
  const checked = `Checked for every output, and for ${neighboursPhrase(model)}:`
  const allowed = calibration === 'given' ? 'which is what this scale gives away' : `of ${significant(epsilon)} allowed`
  if (guarantee === 'metric') {
    return (
      `Checked for every output and for all pairs of true values: a step loses most between ${format(audit.truth)} and ${format(audit.neighbour)}, at the output ` +
      `${format(audit.output)}. For values a sensitivity (${significant(mechanism.sensitivity)}) apart, that makes an epsilon of ${significant(audit.epsilon)}, ${allowed}; for closer ones less, in proportion.`
    )
  }
  if (delta > 0) {
    return (
      `${checked} the outputs up to ${format(audit.output)}, from the end where it lies, are more than ${factorAtMost(epsilon)} times as likely ${pair}, and what is over that ` +
      `adds up to ${significant(audit.delta, 4)}. So the exact worst-case delta is ${significant(audit.delta, 4)}, of ${significant(delta, 4)} allowed.`
    )
  }
  return (
    `${checked} the worst case is the output ${format(audit.output)}, which is ${factorAtMost(audit.epsilon)} times as likely ${pair}. So the exact worst-case epsilon is ` +
    `${significant(audit.epsilon)}, ${allowed}. Nothing that can come out tells more.`
  )
}

/** @param {Model} model */
export function auditRounding({ mechanism, audit, format }) {
  const distance = Math.abs(audit.truth - audit.neighbour)
  if (distance <= mechanism.sensitivity * (1 + 1e-9)) return ''
  return `True values are first rounded to ${stepsOf(mechanism)}, so two that are ${significant(mechanism.sensitivity)} apart can end up ${format(distance)} apart. The noise allows for that.`
}

/** @param {Model['mechanism']} mechanism */
function stepsOf({ granularity, origin }) {
  if (origin === 0) return `a multiple of ${significant(granularity)}`
  return `whole steps of ${significant(granularity)} from ${significant(origin)}`
}

/** @param {Model} model */
export function epsilonNote({ mechanism }) {
  return `Odds change by a factor of ${factorAtMost(mechanism.epsilon)} at most.`
}

/** @param {Model} model */
export function oddsSentence({ mechanism: { epsilon } }) {
  return (
    `With ε = ${significant(epsilon)} the factor is ${factorAtMost(epsilon)}. Whoever thought the two equally likely (50%) can become ` +
    `${sure(posterior(0.5, epsilon))} of one of them; whoever gave one of them 10% can become ${sure(posterior(0.1, epsilon))} of it.`
  )
}

/** @param {Model} model */
export function neighboursPhrase({ mechanism, options, format }) {
  const { lower, upper } = mechanism
  if (options.sensitivity === undefined) return `any two true values from ${format(lower)} to ${format(upper)}`
  return `any two true values that are at most ${significant(options.sensitivity)} apart`
}

/** @param {Model} model */
export function twiceSentence({ mechanism: { epsilon } }) {
  return `Two releases about the same truth cost ${significant(2 * epsilon)}, and the odds can shift by a factor of ${factorAtMost(2 * epsilon)}.`
}

/** @param {Model} model */
export function allSentence({ mechanism: { epsilon } }) {
  const total = (DRAWS * epsilon).toLocaleString('en-GB', { maximumSignificantDigits: 6 })
  return `Releasing them all about one person would cost ${count} times ε, that is ${total}: together they tell far more than one of them may.`
}

/** @param {Model} model */
export function oneReportSentence({ truth, interval, mechanism, format }) {
  const share = (interval[1] - interval[0]) / (mechanism.upper - mechanism.lower)
  const part = Number.isFinite(mechanism.upper - mechanism.lower)
    ? `: ${significant(100 * share, 2)}% of the whole range`
    : ''
  return (
    `Here, for a true value of ${format(truth)}, 95% of the reports lie from ${format(interval[0])} to ${format(interval[1])}` +
    `${part}. Many reports together tell more.`
  )
}

/**
 * @param {Model} model
 * @param {import('./model.js').Guess} guess
 */
export function guessSentence({ format }, { value, error, ownError }) {
  return (
    `With these settings, a single answer is further off than always saying ${format(value)} would be (${format(ownError)} ` +
    `against ${format(error)}, the root mean square over all true values): only many of them together are of use.`
  )
}

/**
 * How likely something can seem after a release, if it seemed this likely before.
 * @param {number} prior
 * @param {number} epsilon negative for how unlikely
 */
export function posterior(prior, epsilon) {
  return prior / (prior + (1 - prior) * Math.exp(-epsilon))
}

/**
 * @param {number} min
 * @param {number} max
 */
export function beliefRange(min, max) {
  return `${percentAtLeast(min)} to ${percentAtMost(max)}`
}

/** @param {number} probability */
function sure(probability) {
  return probability > 0.999 ? 'practically certain' : `at most ${percentAtMost(probability)} sure`
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
