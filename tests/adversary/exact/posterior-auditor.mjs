// Private posteriors and noise with smooth sensitivity, made through the public interface with random parameters, and
// judged by the exact auditor (posterior.cpp): all neighbours, all candidates, from the definition with 80 digits.

import { generator } from '../../js/support/generator.mjs'
import { answersTo } from './auditor.mjs'
import { choices } from './configurations.mjs'

const METHODS = ['geometric', 'global', 'smooth', 'varying', 'local']

/**
 * @param {() => Promise<any>} load
 * @param {{ posteriors: number, smooth: number, seed?: number }} [counts] how many of each
 */
export async function audit(load, counts = { posteriors: 60, smooth: 60 }) {
  return (await auditLibrary(load, counts)).findings
}

/** The findings, and what was looked at. */
export async function auditLibrary(load, { posteriors, smooth, seed = 1 }) {
  const classes = await load()
  const findings = []
  const report = ({ name, options }, { what, claimed = options, found }) =>
    findings.push({ mechanism: name, what, claimed, found })
  const questions = [
    ...posteriorClaims(classes, generator(seed).random, posteriors, report),
    ...smoothClaims(classes, generator(seed + 1).random, smooth, report)
  ]
  const answers = await answersTo(questions.map(({ claim }) => claim))
  for (const [at, configuration] of questions.entries()) {
    const { verdict, text, numbers } = answers[at]
    if (verdict === 'broken' && !configuration.isLocal) report(configuration, { what: text, found: text })
    // What is local need not keep what it was asked for, but has to tell the truth about it.
    if (verdict === 'broken' && configuration.isLocal && !text.endsWith('more than claimed')) {
      report(configuration, { what: text, found: text })
    }
    const [lost, share] = numbers
    if (verdict === 'holds' && configuration.exact && !(share * lost <= 1e-9 * lost + (configuration.more ?? 0))) {
      report(configuration, { what: 'more is claimed than is lost', found: text })
    }
  }
  return { findings, questions: questions.length }
}

/** Priors from almost nothing to a lot, some of them equal; up to some fifty candidates. */
function posteriorConfiguration(pick) {
  const weights = pick.one([2, 2, 2, 3, 3, 4])
  const weight = () => pick.one([1, 1, pick.logarithmic(1e-3, 1e3), pick.logarithmic(1e-9, 1e12)])
  const one = weight()
  const prior = Array.from({ length: weights }, () => (pick.chance(0.5) ? one : weight()))
  const trials = pick.one({ 2: [1, 2, 5, 12, 30], 3: [1, 2, 4, 7], 4: [1, 2, 3] }[weights])
  const method = pick.one(METHODS)
  const smoothing = method === 'smooth' && pick.chance(0.5) ? { smoothing: pick.logarithmic(1e-3, 10) } : {}
  // So large that whole numbers of 62 bits are few for the rarest candidates.
  const large = pick.chance(0.3)
  const epsilon = large ? pick.between(15, 40) : pick.logarithmic(1e-3, 15)
  const promise = pick.one([
    { epsilon },
    { epsilon },
    { epsilon, calibration: 'published' },
    { epsilon, delta: pick.logarithmic(1e-9, 0.3) },
    { temperature: epsilon }
  ])
  const name = weights === 2 && pick.chance(0.7) ? 'BetaPosterior' : 'DirichletPosterior'
  return { name, options: { prior, trials, method, ...smoothing, ...promise } }
}

export function* posteriorClaims(classes, random, count, report = () => {}) {
  const pick = choices(random)
  for (let at = 0; at < count; ) {
    const configuration = posteriorConfiguration(pick)
    const mechanism = create(classes[configuration.name], configuration, report)
    if (mechanism === undefined) continue
    at += 1
    const { options } = configuration
    const audit = mechanism.audit()
    if (!Number.isFinite(mechanism.epsilon + audit.epsilon)) {
      report(configuration, { what: 'a loss without a bound', found: audit })
      continue
    }
    for (const finding of untrue(mechanism, options)) report(configuration, finding)
    const isLocal = mechanism.method === 'local'
    // The promise is the one that was asked for, or that of a temperature which was given.
    const { epsilon = mechanism.epsilon, delta = 0 } = options
    const tight = mechanism.calibration === 'tight' && !isLocal
    yield {
      ...configuration,
      isLocal,
      exact: !isLocal && mechanism.calibration === 'given',
      claim: posteriorClaim(mechanism, { epsilon, delta, tight })
    }
    const answer = { epsilon: audit.epsilon, delta: audit.delta, tight: false }
    if (delta === 0) yield { ...configuration, exact: true, claim: posteriorClaim(mechanism, answer) }
    const less = mechanism.epsilon * pick.between(0.1, 0.9)
    const escaping = mechanism.deltaOf({ epsilon: less })
    // What is smoothed with a delta is something else, so of that method only what has a delta can be asked about.
    const isSame = mechanism.method !== 'smooth' || delta > 0
    if (escaping > 1e-12 && escaping < 1 && isSame) {
      yield {
        ...configuration,
        exact: escaping > 1e-5,
        claim: posteriorClaim(mechanism, { epsilon: less, delta: escaping, tight: false })
      }
    }
  }
}

/** A line for the auditor. */
export function posteriorClaim(mechanism, { epsilon, delta, tight }) {
  const { prior, trials, method, smoothing = 0, temperature, candidates } = mechanism
  const rows = Array.from({ length: candidates }, (_, place) => [
    ...mechanism.probabilities(mechanism.candidate(place))
  ])
  const words = ['posterior', tight ? 'tight' : 'loose', epsilon, delta, prior.length, ...prior, trials, method]
  return [...words, smoothing, temperature, candidates, ...rows.flat()].join(' ')
}

/** What can be seen without many digits. */
function* untrue(mechanism, options) {
  const { epsilon, delta, temperature, method, calibration, candidates, smoothing } = mechanism
  for (const [word, value] of Object.entries(options)) {
    if (JSON.stringify(mechanism[word]) !== JSON.stringify(value)) {
      yield { what: `${word} is not what was asked for`, claimed: value, found: mechanism[word] }
    }
  }
  const written = JSON.stringify(mechanism)
  const copy = readBack(mechanism.constructor, written)
  if (copy !== written) yield { what: 'JSON changes it, or is refused', claimed: written, found: copy }
  const report = mechanism.audit()
  if (method !== 'local' && !(report.epsilon <= epsilon && report.delta <= delta)) {
    yield { what: 'the audit says that the promise is not kept', found: report }
  }
  if (calibration !== 'published') return
  const dilation = Math.expm1(smoothing) * Math.log((candidates - 1) / delta)
  const isCounted = method === 'geometric' && mechanism.prior.length === 2
  const theorem = isCounted
    ? epsilon - Math.log1p(-delta)
    : method !== 'smooth'
      ? epsilon / 2
      : delta > 0
        ? (epsilon - dilation) / 2
        : epsilon / (2 + smoothing)
  if (!(Math.abs(temperature / theorem - 1) < 1e-9))
    yield { what: "not the theorem's temperature", claimed: theorem, found: temperature }
}

/** Its JSON once more, or what is said against it. */
function readBack(Class, written) {
  try {
    return JSON.stringify(Class.fromJSON(written))
  } catch (error) {
    return error.message
  }
}

function create(Class, configuration, report) {
  const { options } = configuration
  try {
    return new Class(options)
  } catch (error) {
    if (error.name !== 'ParameterError') throw error
    // Theorem A may ask for more than there is; and what is smoothed too little can not be kept by it.
    const isCertain = !options.delta || (options.method !== 'smooth' && options.epsilon < 15)
    if (isCertain) report(configuration, { what: 'what can be had is refused', found: error.message })
    return undefined
  }
}

export function* smoothClaims(classes, random, count, report = () => {}) {
  const pick = choices(random)
  for (let at = 0; at < count; ) {
    const length = pick.one([2, 3, 5, 12, 40])
    const size = pick.logarithmic(1e-6, 1e6)
    const values = Array.from(
      { length },
      () => pick.between(-1, 1) * size * pick.one([1, 1, pick.logarithmic(1e-3, 1)])
    )
    const promise = { epsilon: pick.logarithmic(1e-2, 20), delta: pick.logarithmic(1e-9, 0.3) }
    const calibration = pick.one([{}, {}, {}, { calibration: 'published' }])
    const configuration = { name: 'SmoothLaplace', options: { values, ...promise, ...calibration } }
    let mechanism
    try {
      mechanism = new classes.SmoothLaplace(configuration.options)
    } catch (error) {
      if (error.name !== 'ParameterError') throw error
      if (!calibration.calibration) report(configuration, { what: 'what can be had is refused', found: error.message })
      continue
    }
    at += 1
    const tight = mechanism.calibration === 'tight'
    // Sums of differences are rounded up by some 1e-15, and more where epsilon is large.
    const more = 1e-13 * (1 + promise.epsilon)
    yield { ...configuration, exact: tight, more, claim: smoothClaim(mechanism, { ...promise, tight }) }
    const { delta } = mechanism.audit()
    if (delta > 1e-9) yield { ...configuration, claim: smoothClaim(mechanism, { ...promise, delta, tight: false }) }
    const epsilon = promise.epsilon * pick.between(0.2, 1.5)
    const escaping = mechanism.deltaOf({ epsilon })
    if (escaping > 1e-9)
      yield { ...configuration, claim: smoothClaim(mechanism, { epsilon, delta: escaping, tight: false }) }
  }
}

export function smoothClaim({ values, scales, granularity, lowest, highest }, { epsilon, delta, tight }) {
  const laws = values.flatMap((value, at) => [value, scales[at]])
  const words = ['smooth', tight ? 'tight' : 'loose', epsilon, delta, granularity, lowest, highest, values.length]
  return [...words, ...laws].join(' ')
}
