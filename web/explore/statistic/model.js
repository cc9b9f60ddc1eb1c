import { cutIntoBars } from '../../charts/bars.js'

/** @typedef {ReturnType<typeof modelOf>} Model */
/** @typedef {{ epsilon: number, delta: number, smoothing?: number, calibration?: 'published' }} Options */

const POINTS = 240

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {string} formula
 * @param {ArrayLike<number>} values the number for each count
 * @param {Options} options
 * @param {number} count
 */
export function modelOf({ SmoothLaplace }, formula, values, options, count) {
  const mechanism = new SmoothLaplace({ values, ...options })
  const [centre, scale] = [Number(values[count]), Number(mechanism.scales[count])]
  const { lowest, highest, granularity } = mechanism
  return {
    mechanism,
    formula,
    values,
    trials: values.length - 1,
    options,
    count,
    centre,
    scale,
    audit: mechanism.audit(),
    cut: cutIntoBars({ spans: [[lowest, highest]], granularity, scale }),
    curve: curveOf(centre, scale, lowest, highest),
    /** Noise that leaves the range is released as its end: a tail of the Laplace law each. */
    atoms: [Math.exp((lowest - centre) / scale) / 2, Math.exp((centre - highest) / scale) / 2]
  }
}

/**
 * The density of Laplace noise around the centre, e^(-|y - centre|/scale) / (2 scale): the released law between its two ends.
 * @param {number} centre
 * @param {number} scale
 * @param {number} lowest
 * @param {number} highest
 */
function curveOf(centre, scale, lowest, highest) {
  const even = Array.from({ length: POINTS + 1 }, (_, at) => lowest + ((highest - lowest) * at) / POINTS)
  const near = Array.from({ length: 81 }, (_, at) => centre + ((at - 40) / 8) * scale)
  const xs = [...new Set([...even, ...near.filter((x) => x > lowest && x < highest)])].sort((a, b) => a - b)
  return { xs, ys: xs.map((x) => Math.exp(-Math.abs(x - centre) / scale) / (2 * scale)) }
}
