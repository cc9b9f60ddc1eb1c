// Odd parameters: what is odd about each, the options, and (last) truths that are. Every set is tried with all mechanisms.

const UNIT = { lower: 0, upper: 1, epsilon: 1 }
const LATTICE = { ...UNIT, granularity: 1 / 32 } // few enough points for all pairs to be tried
const LINE = { lower: -Infinity, upper: Infinity, epsilon: 1, sensitivity: 1 }

/** @typedef {{ odd: string, options: Record<string, unknown>, truth?: unknown }} OddCase */

/** @type {Record<string, OddCase[]>} */
const groups = {
  epsilon: [
    { odd: 'next to nothing: the scale overflows', options: { ...UNIT, epsilon: 1e-300 } },
    { odd: 'the smallest that is taken', options: { ...UNIT, epsilon: 1e-15 } },
    { odd: 'tiny', options: { ...UNIT, epsilon: 1e-9 } },
    { odd: 'tiny, with a sensitivity below the width', options: { ...UNIT, epsilon: 1e-9, sensitivity: 0.5 } },
    { odd: 'small', options: { ...UNIT, epsilon: 1e-3 } },
    { odd: 'large', options: { ...UNIT, epsilon: 50 } },
    { odd: 'the largest that is taken', options: { ...UNIT, epsilon: 700 } },
    { odd: 'the largest, on two points', options: { ...UNIT, epsilon: 700, granularity: 1 } },
    { odd: 'beyond the largest', options: { ...UNIT, epsilon: 701 } },
    { odd: 'e^epsilon overflows', options: { ...UNIT, epsilon: 1e4 } },
    { odd: 'its square overflows, too', options: { ...UNIT, epsilon: 1e308 } },
    { odd: 'zero', options: { ...UNIT, epsilon: 0 } },
    { odd: 'minus zero', options: { ...UNIT, epsilon: -0 } },
    { odd: 'negative', options: { ...UNIT, epsilon: -1 } },
    { odd: 'not a number', options: { ...UNIT, epsilon: Number.NaN } },
    { odd: 'infinite', options: { ...UNIT, epsilon: Infinity } }
  ],
  delta: [
    { odd: 'so tiny that 1 - delta is 1', options: { ...LATTICE, delta: 1e-300 } },
    { odd: 'the smallest double', options: { ...LATTICE, delta: 5e-324 } },
    { odd: 'a half', options: { ...LATTICE, delta: 0.5 } },
    { odd: 'nearly 1', options: { ...LATTICE, delta: 1 - 1e-9 } },
    { odd: 'nearly 1, with the largest epsilon', options: { ...LATTICE, epsilon: 700, delta: 1 - 1e-9 } },
    { odd: '1', options: { ...LATTICE, delta: 1 } },
    { odd: 'above 1', options: { ...LATTICE, delta: 1.5 } },
    { odd: 'below 0', options: { ...LATTICE, delta: -1e-300 } },
    { odd: 'minus zero', options: { ...LATTICE, delta: -0 } },
    { odd: 'not a number', options: { ...LATTICE, delta: Number.NaN } },
    { odd: 'alone, and tiny', options: { ...LATTICE, epsilon: 0, delta: 1e-300 } },
    { odd: 'alone, and small', options: { ...LATTICE, epsilon: 0, delta: 1e-9 } },
    { odd: 'alone', options: { ...LATTICE, epsilon: 0, delta: 0.5 } },
    { odd: 'alone, and nearly 1', options: { ...LATTICE, epsilon: 0, delta: 1 - 1e-9 } },
    {
      odd: 'alone, with less than the whole width to hide',
      options: { ...LATTICE, epsilon: 0, delta: 0.1, sensitivity: 0.25 }
    }
  ],
  sensitivity: [
    { odd: 'equal to the width', options: { ...UNIT, sensitivity: 1 } },
    { odd: 'above the width by its last digit', options: { ...UNIT, sensitivity: 1 + 2 ** -52 } },
    { odd: 'twice the width', options: { ...UNIT, sensitivity: 2 } },
    { odd: 'tiny against the width', options: { ...UNIT, sensitivity: 1e-12 } },
    { odd: 'finer than doubles at the bounds', options: { ...UNIT, sensitivity: 1e-150 } },
    { odd: 'the same, on a lattice by choice', options: { ...LATTICE, sensitivity: 1e-150 } },
    { odd: 'its square is 0', options: { ...UNIT, sensitivity: 1e-300 } },
    { odd: 'zero', options: { ...UNIT, sensitivity: 0 } },
    { odd: 'negative', options: { ...UNIT, sensitivity: -1 } },
    { odd: 'not a number', options: { ...UNIT, sensitivity: Number.NaN } },
    { odd: 'infinite', options: { ...UNIT, sensitivity: Infinity } },
    {
      odd: 'between two steps of the lattice',
      options: { lower: 0, upper: 10, sensitivity: 1.5, epsilon: 1, granularity: 1 }
    },
    { odd: 'a step in 2^52', options: { lower: 0, upper: 2 ** 52, sensitivity: 1, epsilon: 1, granularity: 1 } },
    {
      odd: 'a step in 10^15, and next to no epsilon',
      options: { lower: 0, upper: 1e15, sensitivity: 1, epsilon: 1e-15, granularity: 1 }
    }
  ],
  bounds: [
    { odd: 'equal', options: { ...UNIT, lower: 1 } },
    { odd: 'reversed', options: { ...UNIT, lower: 1, upper: 0 } },
    { odd: 'the two zeros', options: { ...UNIT, lower: -0, upper: 0 } },
    { odd: 'two neighbouring doubles', options: { ...UNIT, lower: 1, upper: 1 + 2 ** -52 } },
    {
      odd: 'two neighbouring doubles as the lattice',
      options: { ...UNIT, lower: 1, upper: 1 + 2 ** -52, granularity: 2 ** -52 }
    },
    { odd: 'where doubles are 2 apart', options: { ...UNIT, lower: 2 ** 53, upper: 2 ** 53 + 2 } },
    { odd: 'lower is no number', options: { ...UNIT, lower: Number.NaN } },
    { odd: 'upper is no number', options: { ...UNIT, upper: Number.NaN } },
    { odd: 'far from 0', options: { ...UNIT, lower: 1e12, upper: 1e12 + 1 } },
    {
      odd: 'far from 0, with a sensitivity below the distance of doubles',
      options: { ...UNIT, lower: 1e12, upper: 1e12 + 1, sensitivity: 1e-12 }
    },
    {
      odd: 'the same, on a lattice by choice',
      options: { ...UNIT, lower: 1e12, upper: 1e12 + 1, sensitivity: 1e-12, granularity: 2 ** -13 }
    },
    { odd: 'the width overflows', options: { ...UNIT, lower: -1e308, upper: 1e308 } },
    { odd: 'the square of the width overflows', options: { ...UNIT, upper: 1.7e308 } },
    { odd: 'the widest that is taken', options: { ...UNIT, upper: 1e150 } },
    { odd: 'the narrowest that is taken', options: { ...UNIT, upper: 1e-150 } },
    { odd: 'one denormal number apart', options: { ...UNIT, upper: 5e-324 } },
    { odd: 'denormal', options: { ...UNIT, upper: 1e-310 } },
    { odd: 'of very different size', options: { ...UNIT, lower: -1e-300, upper: 1e300 } },
    { odd: 'of different size, within what is taken', options: { ...UNIT, lower: -1e-300, upper: 1e100 } }
  ],
  infinity: [
    { odd: 'above', options: { ...LINE, lower: 0 } },
    { odd: 'below', options: { ...LINE, upper: 0 } },
    { odd: 'on both sides', options: LINE },
    { odd: 'above, without a sensitivity', options: { ...UNIT, upper: Infinity } },
    { odd: 'both bounds are the upper one', options: { ...UNIT, lower: Infinity, upper: Infinity } },
    { odd: 'both bounds are the lower one', options: { ...LINE, upper: -Infinity } },
    { odd: 'reversed', options: { ...LINE, lower: Infinity, upper: -Infinity } },
    { odd: 'above, far from 0', options: { ...LINE, lower: 1e100 } },
    { odd: 'above, too far from 0', options: { ...LINE, lower: 1e300 } },
    { odd: 'above, and tiny epsilon', options: { ...LINE, lower: 0, epsilon: 1e-9 } },
    { odd: 'above, and next to no epsilon', options: { ...LINE, lower: 0, epsilon: 1e-15 } },
    { odd: 'the same, on a lattice by choice', options: { ...LINE, lower: 0, epsilon: 1e-15, granularity: 1 } },
    { odd: 'with a huge sensitivity', options: { ...LINE, sensitivity: 1e150 } },
    { odd: 'with a tiny sensitivity', options: { ...LINE, sensitivity: 1e-150 } }
  ],
  granularity: [
    { odd: 'one step', options: { ...UNIT, granularity: 1 } },
    { odd: 'a tenth, which is no double', options: { ...UNIT, granularity: 0.1 } },
    {
      odd: 'a third: three doubles nearest to it are less than 1, but three steps are 1',
      options: { lower: 0, upper: 10, sensitivity: 1, epsilon: 1, granularity: 1 / 3 }
    },
    {
      odd: 'a tenth, and the double of one as the sensitivity',
      options: { ...UNIT, sensitivity: 0.1, granularity: 0.1 }
    },
    { odd: 'counted from the lower bound', options: { lower: 1, upper: 5, epsilon: 1, granularity: 4 } },
    { odd: 'the finest', options: { ...UNIT, granularity: 2 ** -52 } },
    { odd: 'finer than doubles', options: { ...UNIT, granularity: 2 ** -53 } },
    { odd: 'finer than 1/n can be', options: { ...UNIT, granularity: 1e-300 } },
    { odd: 'wider than the bounds', options: { ...UNIT, granularity: 2 } },
    { odd: 'a single value within the bounds', options: { ...UNIT, lower: 0.3, upper: 0.7, granularity: 1 } },
    { odd: 'neither 1/n nor a whole number', options: { ...UNIT, granularity: 0.3 } },
    { odd: 'zero', options: { ...UNIT, granularity: 0 } },
    { odd: 'not a number', options: { ...UNIT, granularity: Number.NaN } },
    { odd: 'infinite', options: { ...UNIT, granularity: Infinity } }
  ],
  kinds: [
    { odd: 'a numeric string', options: { ...UNIT, epsilon: '1' } },
    { odd: 'null', options: { ...UNIT, epsilon: null } },
    { odd: 'undefined', options: { ...UNIT, epsilon: undefined } },
    { odd: 'a BigInt', options: { ...UNIT, epsilon: 1n } },
    { odd: 'an array of one number', options: { ...UNIT, epsilon: [1] } },
    { odd: 'a Number object', options: { ...UNIT, epsilon: Object(1) } },
    { odd: 'a boolean', options: { ...UNIT, epsilon: true } },
    { odd: 'a bound that is a string', options: { ...UNIT, upper: '10' } },
    { odd: 'a bound that is null', options: { ...UNIT, lower: null } },
    { odd: 'a bound that is left out', options: { upper: 1, epsilon: 1 } },
    { odd: 'bounds that are arrays of one number', options: { ...UNIT, lower: [0], upper: [1] } }
  ],
  scale: [
    { odd: 'next to nothing', options: { lower: 0, upper: 1, scale: 1e-300 } },
    { odd: 'smaller than any epsilon that is taken', options: { lower: 0, upper: 1, scale: 1e-3 } },
    { odd: 'loses up to 700, but only if reflected', options: { lower: 0, upper: 1, scale: 0.001428 } },
    { odd: 'large', options: { lower: 0, upper: 1, scale: 1e3 } },
    { odd: 'too large for reflected and normal noise', options: { lower: 0, upper: 1, scale: 1e9 } },
    { odd: 'huge', options: { lower: 0, upper: 1, scale: 1e300 } },
    { odd: 'zero', options: { lower: 0, upper: 1, scale: 0 } },
    { odd: 'negative', options: { lower: 0, upper: 1, scale: -1 } },
    { odd: 'not a number', options: { lower: 0, upper: 1, scale: Number.NaN } },
    { odd: 'infinite', options: { lower: 0, upper: 1, scale: Infinity } }
  ],
  truth: [
    { odd: 'not a number', options: UNIT, truth: Number.NaN },
    { odd: 'infinite', options: UNIT, truth: Infinity },
    { odd: 'infinite, and an error by choice', options: { ...UNIT, outside: 'error' }, truth: Infinity },
    { odd: 'infinite, where the bound is', options: { ...LINE, lower: 0 }, truth: Infinity },
    { odd: 'outside', options: UNIT, truth: -1e308 },
    { odd: 'outside, and an error by choice', options: { ...UNIT, outside: 'error' }, truth: 1 + 2 ** -52 },
    { odd: 'minus zero', options: { ...UNIT, outside: 'error' }, truth: -0 },
    { odd: 'denormal', options: UNIT, truth: 5e-324 },
    { odd: 'below a bound by a denormal number', options: UNIT, truth: -5e-324 },
    { odd: 'a numeric string', options: UNIT, truth: '0.5' },
    { odd: 'null', options: UNIT, truth: null },
    { odd: 'undefined', options: UNIT, truth: undefined },
    { odd: 'a BigInt', options: UNIT, truth: 1n },
    { odd: 'an array of one number', options: UNIT, truth: [0.5] },
    { odd: 'a Number object', options: UNIT, truth: Object(0.5) },
    { odd: 'a boolean', options: UNIT, truth: true }
  ]
}

export const cases = Object.entries(groups).flatMap(([group, list]) =>
  list.map((one) => ({ group, name: `${group}: ${one.odd}`, ...one, hasTruth: Object.hasOwn(one, 'truth') }))
)

/** A value as somebody would write it. @param {unknown} value @returns {string} */
export function write(value) {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`
  if (value instanceof Number) return `Object(${value})`
  if (typeof value !== 'number') return String(value)
  return Object.is(value, -0) ? '-0' : (NAMED.get(value) ?? String(value))
}

const NAMED = new Map([
  [2 ** -52, '2 ** -52'],
  [2 ** -53, '2 ** -53'],
  [2 ** -13, '2 ** -13'],
  [1 + 2 ** -52, '1 + 2 ** -52'],
  [2 ** 52, '2 ** 52'],
  [2 ** 53, '2 ** 53'],
  [2 ** 53 + 2, '2 ** 53 + 2'],
  [1 / 32, '1 / 32'],
  [1 / 3, '1 / 3'],
  [1e12, '1e12'],
  [1e12 + 1, '1e12 + 1'],
  [1e15, '1e15'],
  [1 - 1e-9, '1 - 1e-9']
])
