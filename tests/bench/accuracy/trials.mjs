// One way after the other of learning a mean and a distribution from reports with the same epsilon, and how far each is off.

import { load } from 'inbounds/collector'
import { loadSeeded } from 'inbounds/testing'
import { generator } from '../../js/support/generator.mjs'
import { piecewise } from '../baselines/piecewise.mjs'
import { reconstruction, squareWave } from '../baselines/square-wave.mjs'
import { distanceOf, peopleOf, shapes } from './shapes.mjs'

export const bins = 100

/** Names of the ways, in the order of the tables; the first is what estimate() does unless told otherwise. */
export const ours = ['likelihood', 'cosines', 'smoothing 0', 'BoundedLaplace', 'BoundedGaussian', 'ClampedLaplace']
export const baselines = ['average', 'clamped average', 'Piecewise', 'Square Wave EM', 'Square Wave EMS']
export const withHistogram = [...ours, 'Square Wave EM', 'Square Wave EMS']

/**
 * The errors of every way, averaged over shapes and runs.
 * @param {{ epsilon: number, people: number, runs: number, seed: number }} setting
 * @returns {Promise<{ mean: Record<string, number>, distance: Record<string, number> }>}
 */
export async function errorsOf({ epsilon, people, runs, seed }) {
  const [collector, seeded] = [await load(), await loadSeeded(seed)]
  const { random } = generator(seed)
  const sums = { mean: {}, distance: {} }
  const trials = runs * Object.keys(shapes).length
  for (const quantile of Object.values(shapes)) {
    const truths = peopleOf(quantile, people)
    const trueMean = average(truths)
    for (let run = 0; run < runs; ++run) {
      const found = { ...byUs(collector, seeded, truths, epsilon), ...byOthers(truths, epsilon, random) }
      for (const [way, { mean, shares }] of Object.entries(found)) {
        add(sums.mean, way, Math.abs(mean - trueMean) / trials)
        if (shares) add(sums.distance, way, distanceOf(shares, quantile) / trials)
      }
    }
  }
  return sums
}

function add(sums, way, error) {
  sums[way] = (sums[way] ?? 0) + error
}

function byUs(
  { Tally, estimate },
  { ReflectedLaplace, BoundedLaplace, BoundedGaussian, ClampedLaplace },
  truths,
  epsilon
) {
  const reportsOf = (Kind) => {
    const mechanism = new Kind({ lower: 0, upper: 1, epsilon })
    const reports = mechanism.privatiseAll(truths)
    return { tally: new Tally(mechanism).add(reports), reports }
  }
  const estimateOf = ({ tally }, options = {}) => {
    const { mean, histogram } = estimate({ tally }, { bins, quantiles: [], ...options })
    return { mean: mean.value, shares: histogram.map(({ share }) => share) }
  }
  const [reflected, clamped] = [reportsOf(ReflectedLaplace), reportsOf(ClampedLaplace)]
  return {
    likelihood: estimateOf(reflected),
    cosines: estimateOf(reflected, { method: 'cosines' }),
    'smoothing 0': estimateOf(reflected, { smoothing: 0 }),
    BoundedLaplace: estimateOf(reportsOf(BoundedLaplace)),
    BoundedGaussian: estimateOf(reportsOf(BoundedGaussian)),
    ClampedLaplace: estimateOf(clamped),
    average: { mean: average(reflected.reports) },
    'clamped average': { mean: average(clamped.reports) }
  }
}

function byOthers(truths, epsilon, random) {
  const pieces = piecewise(epsilon)
  const wave = squareWave(epsilon)
  const { tally, em, ems } = reconstruction(wave, bins)
  const counts = tally(truths.map((truth) => wave.draw(truth, random)))
  const withMean = ({ shares }) => ({ shares, mean: meanOf(shares) })
  return {
    Piecewise: { mean: (1 + pieces.mean(truths.map((truth) => pieces.draw(2 * truth - 1, random)))) / 2 },
    'Square Wave EM': withMean(em(counts)),
    'Square Wave EMS': withMean(ems(counts))
  }
}

/** Of a histogram from 0 to 1. */
function meanOf(shares) {
  return shares.reduce((sum, share, bin) => sum + (share * (bin + 0.5)) / shares.length, 0)
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
