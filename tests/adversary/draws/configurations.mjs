// What is audited: mechanisms, and for each the pairs of true values that have most to tell.
//
// A configuration has the name of a mechanism, its options, pairs, and how many samples are drawn of each truth for the
// test. `by` says how (sources.mjs). With `worst`, the pair that the mechanism itself calls the worst is added. Where the
// worst event is likely, as on two or three values, few samples find a little too much loss; where it is rare, as on fine
// lattices, the same number finds coarse flaws only. So the first ones are many, the others varied.

const LAPLACE = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace']
const ALL = [...LAPLACE, 'BoundedGaussian']

const each = (mechanisms, configuration) => mechanisms.map((mechanism) => ({ mechanism, ...configuration }))
const pair = (truth, neighbour) => [truth, neighbour]

const onTwoValues = (name, options, how) => {
  const twoValues = { lower: 0, upper: 1, granularity: 1 }
  return each(ALL, { name, options: { ...twoValues, ...options }, pairs: [pair(0, 1)], ...how })
}

const threeValues = { lower: 0, upper: 2, sensitivity: 1, granularity: 1 }
const fine = { lower: 0, upper: 1, epsilon: 1 }
const line = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY, sensitivity: 1 }

/** One truth against another, whatever is released. */
const values = [
  ...onTwoValues('two values', { epsilon: 2 }, { draws: 2.5e6 }),
  ...onTwoValues('two values by turns', { epsilon: 2 }, { draws: 3e5, by: 'mixed' }),
  ...onTwoValues('two values one by one', { epsilon: 2 }, { draws: 4e4, by: 'singles' }),
  ...onTwoValues('two values, large epsilon', { epsilon: 5 }, { draws: 5e5 }),
  ...onTwoValues('two values, small epsilon', { epsilon: 0.1 }, { draws: 3e5 }),
  ...onTwoValues('two values, scale by hand', { scale: 0.6 }, { draws: 2e5, by: 'mixed' }),
  ...each(ALL, {
    name: 'three values',
    options: { ...threeValues, epsilon: 1 },
    draws: 5e5,
    pairs: [pair(0, 1), pair(2, 1)]
  }),
  ...each(ALL, {
    name: 'eleven values, all protected from each other',
    options: { lower: 0, upper: 10, granularity: 1, epsilon: 4 },
    pairs: [pair(0, 10), pair(7, 3)]
  }),
  ...each(ALL, {
    name: 'truths between the steps',
    options: { lower: 0, upper: 3, sensitivity: 1, granularity: 1, epsilon: 2 },
    pairs: [pair(0.5, 1.5), pair(1.5, 2.5)],
    by: 'mixed'
  }),
  ...each(ALL, {
    name: 'a sensitivity of two and a half steps, truths between the steps',
    options: { lower: -1, upper: 1, sensitivity: 0.625, granularity: 0.25, epsilon: 2 },
    pairs: [pair(-0.875, -0.25), pair(-1, -0.375)],
    by: 'mixed',
    worst: true
  }),
  ...each(ALL, {
    name: 'steps that are no power of two',
    options: { lower: 0, upper: 1, sensitivity: 0.25, granularity: 0.1, epsilon: 3 },
    pairs: [pair(0.05, 0.2999)],
    worst: true
  }),
  ...each(ALL, {
    name: 'bounds between the steps',
    options: { lower: -0.3, upper: 1.3, granularity: 1, epsilon: 2 },
    pairs: [pair(-0.3, 1.3)],
    by: 'mixed',
    worst: true
  }),
  ...each(ALL, {
    name: 'fine steps',
    options: { lower: 0, upper: 1, epsilon: 3 },
    pairs: [pair(0, 1), pair(0.25, 0.75)]
  }),
  ...each(ALL, {
    name: 'fine steps, small sensitivity',
    options: { lower: -50, upper: 100, sensitivity: 10, epsilon: 3 },
    pairs: [pair(20, 30)],
    by: 'mixed',
    worst: true
  }),
  ...each(ALL, {
    name: 'published calibration',
    options: { lower: 0, upper: 2, sensitivity: 1, epsilon: 2, calibration: 'published' },
    worst: true
  }),
  ...each(ALL, {
    name: 'delta',
    options: { lower: 0, upper: 4, sensitivity: 1, granularity: 1, epsilon: 1, delta: 0.05 },
    pairs: [pair(2, 3)],
    worst: true
  }),
  ...each(ALL, { name: 'delta alone', worst: true, options: { ...threeValues, epsilon: 0, delta: 0.2 } }),
  ...each(ALL, {
    name: 'truths out of bounds',
    options: { ...threeValues, epsilon: 1.5 },
    pairs: [
      { truths: [2, 7], epsilon: 0 },
      { truths: [Number.NEGATIVE_INFINITY, 0], epsilon: 0 },
      { truths: [-5, 1], epsilon: 1.5 }
    ],
    draws: 1e5,
    by: 'mixed'
  }),
  ...each(LAPLACE, {
    name: 'metric',
    options: { lower: 0, upper: 6, sensitivity: 2, granularity: 1, epsilon: 2, guarantee: 'metric' },
    pairs: [pair(0, 2), pair(0, 6), pair(2, 5)],
    worst: true
  }),
  ...each(LAPLACE, {
    name: 'no upper end',
    options: { ...line, lower: 0, granularity: 1, epsilon: 2 },
    pairs: [pair(6, 7)],
    worst: true
  }),
  ...each(LAPLACE, {
    name: 'no end at all',
    options: { ...line, granularity: 1, epsilon: 2 },
    pairs: [pair(0, 1)],
    draws: 3e5,
    worst: true
  }),
  ...each(['ReflectedLaplace', 'BoundedLaplace'], {
    name: 'a gap',
    options: { lower: 0, upper: 6, gaps: [[2, 4]], sensitivity: 2, granularity: 1, epsilon: 2 },
    pairs: [pair(2, 4), pair(6, 4)],
    worst: true
  }),
  ...each(['ReflectedLaplace', 'BoundedLaplace'], {
    name: 'ends of a gap between the steps', // they become 2 and 4, further apart than the sensitivity
    options: { lower: 0, upper: 6, gaps: [[2.375, 3.625]], sensitivity: 1.25, granularity: 1, epsilon: 2 },
    pairs: [pair(2.375, 3.625)],
    by: 'mixed',
    worst: true
  }),
  {
    name: 'truths in a gap',
    mechanism: 'ReflectedLaplace',
    options: { lower: 0, upper: 6, gaps: [[1, 5]], sensitivity: 2, granularity: 1, epsilon: 2 },
    pairs: [pair(2, 4), pair(1, 3), pair(2.5, 3.5)],
    by: 'mixed',
    worst: true
  },
  {
    name: 'corners of a square',
    mechanism: 'BoundedGaussian',
    options: { lower: [0, 0], upper: [1, 1], granularity: 1, epsilon: 2 },
    pairs: [pair([0, 0], [1, 1]), pair([0, 0], [1, 0])],
    draws: 5e5
  },
  {
    name: 'a box, along its sides and across',
    mechanism: 'BoundedGaussian',
    options: { lower: [0, 1], upper: [10, 9], sensitivity: Math.hypot(4, 2), granularity: 0.5, epsilon: 3 },
    pairs: [pair([0, 1], [4, 3]), pair([10, 5], [6, 5]), pair([3, 9], [3, 5])]
  },
  {
    name: 'a long and a short side',
    mechanism: 'BoundedGaussian',
    options: { lower: [0, 0], upper: [5, 1], sensitivity: 1, granularity: 1, epsilon: 2 },
    pairs: [pair([0, 0], [1, 0]), pair([0, 0], [0, 1])],
    by: 'mixed',
    worst: true
  },
  {
    name: 'corners of a cube, one by one',
    mechanism: 'BoundedGaussian',
    options: { lower: [0, 0, 0], upper: [1, 1, 1], granularity: 1, epsilon: 3 },
    pairs: [pair([0, 0, 0], [1, 1, 1])],
    draws: 3e4,
    by: 'singles'
  }
]

/**
 * Several draws, of which one is of another truth: all of them together must not tell more of it than one alone. Noise
 * that is used twice shows only here.
 */
const sequences = [
  ...each(ALL, { name: 'draws in a row', options: fine, by: 'rows' }),
  ...each(ALL, { name: 'single draws in a row', options: fine, by: 'singleRows', draws: 1e4 }),
  ...each(ALL, { name: 'draws far apart', options: fine, by: 'lagged' }),
  ...each(ALL, { name: 'the draws of two calls', options: fine, by: 'calls' }),
  ...each(ALL, { name: 'the draws of two instances', options: fine, by: 'instances' }),
  {
    name: 'vectors in a row',
    mechanism: 'BoundedGaussian',
    options: { lower: [0, 0], upper: [1, 1], epsilon: 1 },
    pairs: [pair([0, 0], [1, 0])],
    by: 'rows'
  }
].map((configuration) => ({ draws: 5e4, pairs: [pair(0, 1)], ...configuration }))

/** What private posteriors release, and noise with smooth sensitivity: one call at a time. */
const releases = [
  ...['global', 'smooth', 'varying'].map((method) => ({
    name: `one answer, ${method}`,
    mechanism: 'BetaPosterior',
    options: { prior: [1, 1], trials: 1, epsilon: 2, method },
    pairs: [pair(0, 1)],
    draws: 2e5
  })),
  {
    name: 'noise on a count',
    mechanism: 'BetaPosterior',
    options: { prior: [1, 1], trials: 4, epsilon: 1 },
    pairs: [pair(0, 1), pair(3, 2)],
    draws: 2e5
  },
  ...['global', 'smooth', 'varying'].map((method) => ({
    name: `twelve answers, ${method}`,
    mechanism: 'BetaPosterior',
    options: { prior: [0.1, 3], trials: 12, epsilon: 3, method },
    worst: true
  })),
  {
    name: 'a posterior with delta',
    mechanism: 'BetaPosterior',
    options: { prior: [1, 1], trials: 6, epsilon: 1, delta: 0.05, method: 'smooth' },
    worst: true
  },
  ...['geometric', 'global', 'varying'].map((method) => ({
    name: `three categories, ${method}`,
    mechanism: 'DirichletPosterior',
    options: { prior: [1, 1, 1], trials: 3, epsilon: 2, method },
    worst: true
  })),
  {
    name: 'the variance of a posterior',
    mechanism: 'SmoothLaplace',
    options: { values: [0.05, 0.1, 0.11, 0.1, 0.05], epsilon: 2, delta: 0.01 },
    worst: true
  }
].map((configuration) => ({ draws: 1e5, by: 'released', ...configuration }))

export const CONFIGURATIONS = [...values, ...sequences, ...releases]
