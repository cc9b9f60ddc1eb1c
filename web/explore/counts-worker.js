// Posteriors in a thread of their own: with three categories, all neighbours are audited, which may take a second.

import { load, ParameterError } from 'inbounds'

const loading = load()

/**
 * @typedef {object} Question
 * @property {number} turn
 * @property {'BetaPosterior' | 'DirichletPosterior'} name
 * @property {import('inbounds').PosteriorOptions} options
 * @property {number[]} counts the true ones, of all categories
 * @property {number} draws
 */

/** @typedef {ReturnType<typeof answerTo>} Answer */

/** @param {import('inbounds').Inbounds} inbounds @param {Question} question */
function answerTo(inbounds, { name, options, counts, draws }) {
  const mechanism = new inbounds[name](options)
  const isBeta = name === 'BetaPosterior'
  const asTruth = (/** @type {number[]} */ list) => /** @type {any} */ (isBeta ? list[0] : list)
  const asCounts = (/** @type {number | readonly number[]} */ truth) =>
    typeof truth === 'number' ? [truth, options.trials - truth] : [...truth]
  const audit = mechanism.audit()
  const [truth, neighbour] = [audit.truth, audit.neighbour].map((one) =>
    mechanism.probabilities(/** @type {any} */ (one))
  )
  const isPrivate = mechanism.method !== 'local'
  return {
    name,
    options,
    counts,
    epsilon: mechanism.epsilon,
    delta: mechanism.delta,
    temperature: mechanism.temperature,
    candidates: mechanism.candidates,
    calibration: mechanism.calibration,
    describe: isPrivate ? mechanism.describe() : '',
    distance: mechanism.expectedDistance(asTruth(counts)),
    probabilities: mechanism.probabilities(asTruth(counts)),
    /** The counts of each candidate. */
    places: Array.from({ length: mechanism.candidates }, (_, at) => asCounts(mechanism.candidate(at))),
    audit: {
      ...audit,
      truth: asCounts(audit.truth),
      neighbour: asCounts(audit.neighbour),
      output: asCounts(audit.output)
    },
    losses: Float64Array.from(truth ?? [], (share, at) => Math.log(share) - Math.log(neighbour?.[at] ?? 0)),
    drawn: isPrivate ? drawReleases(mechanism, asTruth(counts), draws) : []
  }
}

/** @param {any} mechanism @param {number | number[]} truth @param {number} draws @returns {number[][]} */
function drawReleases(mechanism, truth, draws) {
  return Array.from({ length: draws }, () => {
    const { successes, counts } = mechanism.privatise(truth)
    return counts ?? [successes, mechanism.trials - successes]
  })
}

addEventListener('message', async ({ data: question }) => {
  const { turn } = question
  try {
    const answer = answerTo(await loading, question)
    postMessage({ turn, answer })
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    const parameter = error instanceof ParameterError ? error.parameter : undefined
    postMessage({ turn, error: { parameter, message } })
  }
})
