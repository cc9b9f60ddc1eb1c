// What it costs to make a mechanism from JavaScript, beside the bisection that people write by hand.

import { load } from 'inbounds'
import { secondsPerCall } from './measure.mjs'

/** Holohan et al. 2020, Algorithm 1, in plain JavaScript: the continuous scale, without safe rounding. */
function handWrittenScale(width, sensitivity, epsilon) {
  const c = (q, b) => 1 - (Math.exp(-q / b) + Math.exp(-(width - q) / b)) / 2
  const f = (b) => sensitivity / (epsilon - Math.log(c(sensitivity, b) / c(0, b)))
  let left = sensitivity / epsilon
  let right = f(left)
  for (let interval = Infinity; right - left < interval; ) {
    interval = right - left
    const middle = (left + right) / 2
    if (f(middle) >= middle) left = middle
    if (f(middle) <= middle) right = middle
  }
  return right
}

export async function rows() {
  const { BoundedLaplace } = await load()
  const options = { lower: 0, upper: 100, sensitivity: 3, epsilon: 0.7 }
  const [construct, scaleFor, byHand] = secondsPerCall(
    [
      (calls) => {
        for (let i = 0; i < calls; ++i) new BoundedLaplace(options)
      },
      (calls) => {
        for (let i = 0; i < calls; ++i) BoundedLaplace.scaleFor(options)
      },
      (calls) => {
        for (let i = 0; i < calls; ++i) handWrittenScale(100, 3, 0.7)
      }
    ],
    20000
  )
  const micro = (seconds) => `${(seconds * 1e6).toFixed(2)} µs`
  return [
    {
      what: 'new BoundedLaplace: check, lattice, tight calibration',
      value: micro(construct),
      ratio: construct / byHand,
      bar: 'under 20 µs',
      pass: construct < 20e-6
    },
    {
      what: 'scaleFor: continuous calibration',
      value: micro(scaleFor),
      ratio: scaleFor / byHand,
      bar: 'under 20 µs',
      pass: scaleFor < 20e-6
    },
    { what: "hand-written bisection of the paper's equation", value: micro(byHand), ratio: 1 }
  ]
}
