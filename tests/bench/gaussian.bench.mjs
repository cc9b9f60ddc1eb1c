// What it costs to make a bounded Gaussian, how that grows with the dimensions, and how much noise the exact worst case
// saves.

import { load } from 'inbounds'
import { secondsPerCall } from './measure.mjs'

const shown = (seconds) => (seconds < 1e-3 ? `${(seconds * 1e6).toFixed(2)} µs` : `${(seconds * 1e3).toFixed(2)} ms`)
const repeated = (work) => (calls) => {
  for (let i = 0; i < calls; ++i) work()
}
const under = (seconds, limit) => ({ value: shown(seconds), bar: `under ${shown(limit)}`, pass: seconds < limit })

export async function rows() {
  const { BoundedGaussian } = await load()
  return [...timeRows(BoundedGaussian), ...growthRows(BoundedGaussian), ...noiseRows(BoundedGaussian)]
}

function timeRows(BoundedGaussian) {
  const one = { lower: 0, upper: 100, sensitivity: 3, epsilon: 0.7 }
  const two = { lower: [0, 1], upper: [10, 9], sensitivity: Math.hypot(4, 2), epsilon: 1 }
  const [construct, scaleFor, plane] = secondsPerCall(
    [
      repeated(() => new BoundedGaussian(one)),
      repeated(() => BoundedGaussian.scaleFor(one)),
      repeated(() => new BoundedGaussian(two))
    ],
    5000
  )
  const rare = { ...one, delta: 1e-6 }
  const [withDelta] = secondsPerCall([repeated(() => new BoundedGaussian(rare))], 5)
  return [
    { what: 'new BoundedGaussian: check, lattice, tight calibration', ...under(construct, 20e-6) },
    { what: 'BoundedGaussian.scaleFor: continuous calibration', ...under(scaleFor, 20e-6) },
    { what: 'new BoundedGaussian in the plane', ...under(plane, 200e-6) },
    { what: 'new BoundedGaussian, delta > 0', value: shown(withDelta) }
  ]
}

/** A box with sides of seven lengths; neighbours differ by half a unit in every coordinate. */
function box(dimensions) {
  return {
    lower: new Array(dimensions).fill(0),
    upper: Array.from({ length: dimensions }, (_, side) => 1 + 0.37 * (side % 7)),
    sensitivity: 0.5 * Math.sqrt(dimensions),
    epsilon: 1
  }
}

function growthRows(BoundedGaussian) {
  const timed = (dimensions, calls) => {
    const options = box(dimensions)
    return secondsPerCall([repeated(() => new BoundedGaussian(options))], calls)[0]
  }
  const [ten, hundred, thousand] = [timed(10, 500), timed(100, 50), timed(1000, 5)]
  const exponent = Math.log(thousand / ten) / Math.log(100)
  return [
    { what: 'in 10 dimensions', value: shown(ten), ratio: 1 },
    { what: 'in 100 dimensions', value: shown(hundred), ratio: hundred / ten },
    { what: 'in 1,000 dimensions', ratio: thousand / ten, ...under(thousand, 20e-3) },
    {
      what: 'growth: time ~ dimensions to the power of',
      value: exponent.toFixed(3),
      bar: 'at most 1.2',
      pass: exponent <= 1.2
    }
  ]
}

function noiseRows(BoundedGaussian) {
  const row = (what, options) => {
    const [tight, published] = ['tight', 'published'].map(
      (calibration) => BoundedGaussian.scaleFor({ ...options, calibration }) ** 2
    )
    return {
      what: `variance, published over tight: ${what}`,
      value: `${published.toPrecision(4)}/${tight.toPrecision(4)}`,
      ratio: published / tight,
      bar: 'never below 1',
      pass: published > tight
    }
  }
  const table = { lower: [0, 0], upper: [10, 8], sensitivity: 2 * Math.sqrt(5) }
  return [
    ...[0.1, 0.5, 1, 1.5, 2, 2.5, 3].map((epsilon) => row(`Table 1, eps=${epsilon}`, { ...table, epsilon })),
    ...[1, 2, 3, 5, 10, 20, 50, 100].map((dimensions) => row(`${dimensions} dimensions`, box(dimensions)))
  ]
}
