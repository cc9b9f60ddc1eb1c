import { nearestPoint, stepsToCover, valueAt } from '../../js/support/lattice-values.mjs'
import { cases } from './cases.mjs'
import { deltaOf, largestLoss, lawsOf, lossOf, meanAtEnd, meanAtOnlyEnd, momentsOf } from './fresh-formulas.mjs'

// What has to hold of every mechanism that is made of odd parameters, whatever it is pinned to, and of every refusal.

export const MECHANISMS = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian']

const FEW = 64 // steps: then all pairs of truths are tried
const DRAWS = 16

/** @typedef {{ mechanism: string, what: string, claimed: unknown, found: unknown }} Finding */

/**
 * @param {() => Promise<any>} load
 * @param {typeof cases} [among] the cases to try
 * @returns {Promise<Finding[]>}
 */
export async function audit(load, among = cases) {
  const library = await load()
  return among.flatMap((one) =>
    MECHANISMS.flatMap((mechanism) => {
      const found = new Findings(`${mechanism}, ${one.name}`, mechanism)
      let instance
      try {
        instance = new library[mechanism](one.options)
        if (one.hasTruth) instance.privatise(one.truth)
      } catch (error) {
        auditRefusal(error, one, found)
        return found.list
      }
      try {
        auditOne(instance, one, library, found)
      } catch (error) {
        found.expect(false, 'what was made answers questions', 'an answer', error)
      }
      return found.list
    })
  )
}

class Findings {
  /** @type {Finding[]} */ list = []

  constructor(subject, mechanism) {
    this.subject = subject
    this.mechanism = mechanism
  }

  /** @param {boolean} holds @param {string} what a sentence @param {unknown} claimed @param {unknown} found */
  expect(holds, what, claimed, found) {
    if (!holds) this.list.push({ mechanism: this.mechanism, what: `${this.subject}: ${what}`, claimed, found })
  }
}

/** A refusal names what was wrong, says what would be right, and is no accident. */
function auditRefusal(error, { options, truth }, found) {
  const given = ['truth', ...Object.keys(options), 'lower', 'upper', 'sensitivity', 'granularity', 'epsilon']
  const { name, message, parameter } = error
  found.expect(
    name === 'ParameterError' || name === 'TypeError',
    'a refusal is an error of its kind',
    'a refusal',
    error
  )
  found.expect(
    given.some((word) => message.startsWith(word)),
    'a refusal names the parameter first',
    given,
    message
  )
  found.expect(/ must be | is required /.test(message), 'a refusal says the rule', 'must be', message)
  if (name !== 'ParameterError') return
  const value = parameter === 'truth' ? truth : options[parameter]
  found.expect(value === undefined || Object.is(error.value, value), 'the value is the one given', value, error.value)
}

function auditOne(instance, one, library, found) {
  const first = (place) => (Array.isArray(place) ? place[0] : place)
  const [lowest, highest, grain, origin] = [
    instance.lowest,
    instance.highest,
    instance.granularity,
    instance.origin
  ].map(first)
  const [lower, upper] = [instance.lower, instance.upper].map(first)
  found.expect(
    lower <= lowest && lowest < highest && highest <= upper,
    'the lattice is within the bounds',
    lower,
    lowest
  )
  const given = [one.options.lower, one.options.upper].map(first)
  found.expect(given[0] === lower && given[1] === upper, 'the bounds are those given', given, [lower, upper])
  auditGuarantee(instance, one.options, { steps: first(instance.steps), grain, lower, upper }, found)
  const truth = one.hasTruth ? one.truth : Array.isArray(instance.lower) ? [lowest] : lowest
  for (let turn = 0; turn < DRAWS; ++turn) {
    const value = first(instance.privatise(truth))
    const lattice = { granularity: grain, origin }
    const onLattice = Number.isFinite(value) && valueAt(nearestPoint(value, lattice), lattice) === value
    found.expect(value >= lowest && value <= highest && onLattice, 'a released value is on the lattice', lowest, value)
  }
  const law = first(instance.at(truth))
  const { mean, variance } = law
  const [widest, roundings] = [((highest - lowest) / 2) ** 2, 1 + 1e-12]
  found.expect(mean >= lowest && mean <= highest, 'the mean is within the bounds', lowest, mean)
  found.expect(
    variance >= 0 && variance <= widest * roundings,
    'the variance is that of values within',
    widest,
    variance
  )
  found.expect(
    Math.abs(law.cdf(highest) - 1) < 1e-12,
    'what is released is at most the highest value',
    1,
    law.cdf(highest)
  )
  auditMean(instance, { lowest, highest, lower, upper, grain }, found)
  const copy = library[found.mechanism].fromJSON(JSON.stringify(instance))
  found.expect(
    copy.scale === instance.scale && copy.rate === instance.rate,
    'JSON gives the same law',
    instance.scale,
    copy.scale
  )
}

/** The promise: as the library audits it, and by formulas of our own. */
function auditGuarantee(instance, options, { steps, grain, lower, upper }, found) {
  const report = instance.audit()
  const target = options.epsilon ?? instance.epsilon
  const delta = options.delta ?? 0
  found.expect(
    instance.epsilon === target && instance.delta === delta + 0,
    'nothing is changed silently',
    target,
    instance.epsilon
  )
  found.expect(report.epsilon <= target && report.delta <= delta, 'the audit keeps the promise', target, report.epsilon)
  const own = instance.epsilonOf()
  found.expect(own <= target, 'asked again, it loses no more', target, own)
  const open = Number(lower === -Infinity) + Number(upper === Infinity)
  const where = {
    steps: open > 0 ? Infinity : steps,
    maxDistance: options.sensitivity === undefined ? steps : Math.min(steps, stepsToCover(options.sensitivity, grain)),
    line: open === 2
  }
  const size = instance.scale / grain
  const loss = lossOf[found.mechanism](where, size)
  if (delta === 0) {
    found.expect(loss <= target * (1 + 1e-11), 'by our formula it loses no more', target, loss)
    found.expect(Math.abs(report.epsilon / loss - 1) < 1e-9, 'our formula agrees with the audit', report.epsilon, loss)
    const smaller = lossOf[found.mechanism](where, size * (1 - 1e-9))
    found.expect(options.epsilon === undefined || smaller > target, 'no smaller noise would do', target, smaller)
  }
  if (where.steps > FEW) return
  const laws = lawsOf(found.mechanism, steps, size)
  const escaping = deltaOf(laws, where.maxDistance, target)
  found.expect(escaping <= delta + 1e-13, 'no pair lets more than delta escape', delta, escaping)
  const lost = largestLoss(laws, where.maxDistance)
  found.expect(Math.abs(lost - loss) <= 1e-9 * loss + 1e-14, 'the worst pair is the one of the formula', loss, lost)
  if (options.epsilon === undefined) return
  const less = delta > 0.999 ? 0.95 : 0.998 // near 1, the certificate of the Gaussian has a little room
  const more = deltaOf(lawsOf(found.mechanism, steps, size * less), where.maxDistance, target)
  found.expect(more > delta, `with ${less} of the noise, more than delta escapes`, delta, more)
  const [law, { mean, variance }] = [instance.at(lower), momentsOf(laws[0])]
  const alike = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b)
  found.expect(alike(law.bias / grain, mean), 'the mean is the sum over the lattice', law.bias / grain, mean)
  found.expect(alike(law.variance / grain ** 2, variance), 'so is the variance', law.variance / grain ** 2, variance)
}

/** The mean of what is released for a truth at an end, against that of the law without a lattice: within a step. */
function auditMean(instance, { lowest, highest, lower, upper, grain }, found) {
  if (Array.isArray(instance.lower) || (lower === -Infinity && upper === Infinity)) return
  const end = lower === -Infinity ? highest : lowest
  const width = highest - lowest
  const isOpen = !Number.isFinite(upper - lower)
  const mean = isOpen
    ? meanAtOnlyEnd(found.mechanism, width, instance.scale)
    : meanAtEnd[found.mechanism](width, instance.scale)
  const bias = Math.abs(instance.at(end).bias)
  found.expect(Math.abs(bias - mean) <= grain + 1e-9 * mean, 'the mean is that of the law, within a step', mean, bias)
}
