// What it costs to make a bounded Gaussian, how that grows with the dimensions, and how much noise the exact worst case
// saves.

import { load } from 'inbounds'
import { secondsPerCall } from './measure.mjs'
import { formatSeconds, growth, repeat, under } from './rows.mjs'

export const inReadme = {
  growth: 'growth: new BoundedGaussian with n dimensions, from 10 to 1,000',
  noise: 'noise: published variance of Chen & Hale over ours, their Table 1 at epsilon 0.1'
}

export async function rows() {
  const { BoundedGaussian } = await load()
  return [...timeRows(BoundedGaussian), ...growthRows(BoundedGaussian), ...noiseRows(BoundedGaussian)]
}

function timeRows(BoundedGaussian) {
  const one = { lower: 0, upper: 100, sensitivity: 3, epsilon: 0.7 }
  const two = { lower: [0, 1], upper: [10, 9], sensitivity: Math.hypot(4, 2), epsilon: 1 }
  const [construct, scaleFor, plane] = secondsPerCall(
    [
      repeat(() => new BoundedGaussian(one)),
      repeat(() => BoundedGaussian.scaleFor(one)),
      repeat(() => new BoundedGaussian(two))
    ],
    5000
  )
  const rare = { ...one, delta: 1e-6 }
  const [withDelta] = secondsPerCall([repeat(() => new BoundedGaussian(rare))], 5)
  return [
    { what: 'new BoundedGaussian: check, lattice, tight calibration', ...under(construct, 20e-6) },
    { what: 'BoundedGaussian.scaleFor: continuous calibration', ...under(scaleFor, 20e-6) },
    { what: 'new BoundedGaussian in the plane', ...under(plane, 200e-6) },
    { what: 'new BoundedGaussian, delta > 0', value: formatSeconds(withDelta) }
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
  const sizes = [10, 100, 1000]
  const works = sizes.map(box).map((options) => repeat(() => new BoundedGaussian(options)))
  const [ten, hundred, thousand] = secondsPerCall(works, [500, 50, 5])
  return [
    { what: 'in 10 dimensions', value: formatSeconds(ten), ratio: 1 },
    { what: 'in 100 dimensions', value: formatSeconds(hundred), ratio: hundred / ten },
    { what: 'in 1,000 dimensions', ratio: thousand / ten, ...under(thousand, 20e-3) },
    { what: inReadme.growth, ...growth([10, 1000], [ten, thousand], 1.2) }
  ]
}

function noiseRows(BoundedGaussian) {
  const row = (what, options) => {
    const [tight, published] = ['tight', 'published'].map(
      (calibration) => BoundedGaussian.scaleFor({ ...options, calibration }) ** 2
    )
    return {
      what,
      value: `variance ${published.toPrecision(4)} / ${tight.toPrecision(4)}`,
      ratio: published / tight,
      bar: 'never below 1',
      pass: published > tight
    }
  }
  const table = { lower: [0, 0], upper: [10, 8], sensitivity: 2 * Math.sqrt(5) }
  return [
    row(inReadme.noise, { ...table, epsilon: 0.1 }),
    ...[0.5, 1, 1.5, 2, 2.5, 3].map((epsilon) => row(`... at epsilon ${epsilon}`, { ...table, epsilon })),
    ...[1, 2, 3, 5, 10, 20, 50, 100].map((dimensions) => row(`... dimensions: ${dimensions}`, box(dimensions)))
  ]
}
