// From numbers to places on an axis, and the round numbers that are written beside it.

const FEW = 6 // labels of an axis, about

/**
 * @typedef {object} Scale
 * @property {(value: number) => number} at a share of the axis: 0 where it begins, 1 where it ends
 * @property {{ value: number, label: string }[]} ticks
 */

/**
 * @param {number} from
 * @param {number} to
 * @param {boolean} [logarithmic]
 * @returns {Scale}
 */
export function scaleOf(from, to, logarithmic = false) {
  if (!logarithmic) return { at: (value) => (value - from) / (to - from), ticks: evenTicks(from, to) }
  const [low, high] = [Math.log10(from), Math.log10(to)]
  return { at: (value) => (Math.log10(value) - low) / (high - low), ticks: powerTicks(low, high) }
}

/**
 * The reach of an axis that shows all of these: to round numbers, or to the ends themselves if it is logarithmic.
 * @param {readonly number[]} values
 * @param {boolean} [logarithmic]
 * @returns {[number, number]}
 */
export function rangeOf(values, logarithmic = false) {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  if (logarithmic) return [min / (max / min) ** 0.04, max * (max / min) ** 0.04]
  if (min === max) return [min - 1, max + 1]
  // Many laws begin at 0, and a chart that cuts that off misleads.
  const low = min > 0 && min < max / 2 ? 0 : min
  const step = stepOf(low, max)
  return [Math.floor(low / step + 1e-9) * step, Math.ceil(max / step - 1e-9) * step]
}

/** @param {number} from @param {number} to */
function evenTicks(from, to) {
  const step = stepOf(from, to)
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  return Array.from({ length: last - first + 1 }, (_, k) => {
    const value = Number(((first + k) * step).toPrecision(12))
    return { value, label: format(value) }
  })
}

/** The powers of ten, fewer of them if there are many, and twice and five times them if there are few. @param {number} low @param {number} high */
function powerTicks(low, high) {
  const [first, last] = [Math.ceil(low - 1e-9), Math.floor(high + 1e-9)]
  if (last - first < 2) {
    const candidates = [1, 2, 5].flatMap((digit) => [first - 1, first, last].map((power) => digit * 10 ** power))
    const inside = candidates.filter((value) => value >= 10 ** low && value <= 10 ** high)
    return [...new Set(inside)].sort((a, b) => a - b).map((value) => ({ value, label: format(value) }))
  }
  const every = Math.max(1, Math.ceil((last - first) / FEW))
  const ticks = []
  for (let power = first; power <= last; power += every) ticks.push({ value: 10 ** power, label: format(10 ** power) })
  return ticks
}

/** 1, 2 or 5 times a power of ten. @param {number} from @param {number} to */
function stepOf(from, to) {
  const rough = (to - from) / FEW
  const power = 10 ** Math.floor(Math.log10(rough))
  const digit = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * 0.999) ?? 10
  return digit * power
}

/** @param {number} value */
const format = (value) =>
  String(Number(value.toPrecision(6)))
    .replace('-', '−')
    .replace('e+', 'e')
