import { factorAtMost, percentAtLeast, percentAtMost, significant } from '../wording/figures.js'
import { DRAWS } from './model.js'

// Every sentence that depends on the settings. No element of the page is known here.

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Drawn} Drawn */

const count = DRAWS.toLocaleString('en-GB')

/**
 * For whoever cannot see the chart: what it shows.
 * @param {Model} model
 * @param {Drawn | undefined} drawn
 */
export function chartInWords({ mechanism, law, truth, clamped, mean, interval, cut, format }, drawn) {
  const { lower, upper } = mechanism
  const height = cut.single ? 'the exact probability of each value' : 'the exact probability density'
  const peak = cut.single ? law.snapped : clamped
  const sentences = [
    `Chart of the values released for the true value ${format(truth)}, between ${format(lower)} and ${format(upper)}.`,
    `${capital(height)} is highest at ${format(peak)} and falls from there to the bounds.`,
    `The mean is ${format(mean)}, and 95% lie from ${format(interval[0])} to ${format(interval[1])}.`
  ]
  if (drawn) {
    sentences.push(
      `Bars show ${count} private values drawn from it: mean ${format(drawn.mean)}, smallest ${format(drawn.smallest)}, largest ${format(drawn.largest)}.`
    )
  }
  return sentences.join(' ')
}

/** @param {Model} model */
export function caption({ mechanism, truth, mean, interval, cut, format }) {
  const { granularity, steps } = mechanism
  const essentials = `For the true value ${format(truth)}, what comes out averages ${format(mean)}, and 95% of it lies from ${format(interval[0])} to ${format(interval[1])}.`
  if (cut.single) {
    const kind = granularity === 1 ? 'whole number' : `multiple of ${significant(granularity)}`
    return `${essentials} The line on each bar is the exact probability of that ${kind}.`
  }
  return `${essentials} ${(steps + 1).toLocaleString('en-GB')} different values are possible, ${significant(granularity, 3)} apart: too many for a bar each, so the line is their probability density.`
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
export function truthNote({ mechanism, law, truth, clamped, format }) {
  const { lower, upper } = mechanism
  if (truth !== clamped) return `Outside the bounds, so it is taken for ${format(clamped)}.`
  if (format(law.snapped) !== format(truth)) return `Rounded to ${format(law.snapped)} before the noise.`
  return `anything from ${format(lower)} to ${format(upper)}`
}

/** @param {Model} model */
export function auditSentence(model) {
  const { mechanism, audit, format } = model
  const times = factorAtMost(audit.epsilon)
  return (
    `Checked for every output, and for ${neighboursPhrase(model)}: the worst case is the output ${format(audit.output)}, which is ${times} times ` +
    `as likely if the truth is ${format(audit.truth)} as if it is ${format(audit.neighbour)}. So the exact worst-case epsilon is ` +
    `${significant(audit.epsilon)}, of ${significant(mechanism.epsilon)} allowed. Nothing that can come out tells more.`
  )
}

/** @param {Model} model */
export function auditRounding({ mechanism, audit, format }) {
  const apart = Math.abs(audit.truth - audit.neighbour)
  if (apart <= mechanism.sensitivity * (1 + 1e-9)) return ''
  return `True values are first rounded to a multiple of ${significant(mechanism.granularity)}, so two that are ${significant(mechanism.sensitivity)} apart can end up ${format(apart)} apart. The noise allows for that.`
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
  return (
    `Here, for a true value of ${format(truth)}, 95% of the reports lie from ${format(interval[0])} to ${format(interval[1])}: ` +
    `${significant(100 * share, 2)}% of the whole range. Many reports together tell more.`
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
 * @param {number} least
 * @param {number} most
 */
export function beliefReach(least, most) {
  return `${percentAtLeast(least)} to ${percentAtMost(most)}`
}

/** @param {number} probability */
function sure(probability) {
  return probability > 0.999 ? 'practically certain' : `at most ${percentAtMost(probability)} sure`
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
