import { byPowers, claim, evenly, isClose } from '../result.js'
import { largestLoss, rowsOf } from './enumerate.js'

const LATTICES = /** @type {const} */ ([
  { upper: 1, sensitivity: 1, epsilon: 1 },
  { upper: 30, sensitivity: 1, epsilon: 0.5 },
  { upper: 30, sensitivity: 7, epsilon: 2 },
  { upper: 40, sensitivity: 40, epsilon: 1 }
])

/** The smallest private scales for delta = 0, in units of s/epsilon, and that they are what they are said to be. @type {import('../result.js').Compute} */
export async function compute({ BoundedLaplace, ReflectedLaplace }) {
  const share = (
    /** @type {typeof BoundedLaplace | typeof ReflectedLaplace} */ Mechanism,
    /** @type {number} */ sensitivity,
    /** @type {number} */ epsilon
  ) => (epsilon * Mechanism.scaleFor({ lower: 0, upper: 1, sensitivity, epsilon })) / sensitivity
  const xs = [0.002, ...evenly(0.02, 1, 49)]
  const line = (
    /** @type {string} */ name,
    /** @type {import('../result.js').Line['role']} */ role,
    /** @type {typeof BoundedLaplace | typeof ReflectedLaplace} */ Mechanism,
    /** @type {number} */ epsilon
  ) => ({ name: `${name}, ε = ${epsilon}`, role, ys: xs.map((s) => share(Mechanism, s, epsilon)) })
  const checks = [
    ...byPowers(0.01, 10, 3).map((epsilon) => {
      const scale = share(ReflectedLaplace, 1, epsilon)
      return {
        what: `reflected, s = D, ε = ${epsilon}`,
        printed: 'ε/arccosh(e^ε)',
        recomputed: epsilon / Math.acosh(Math.exp(epsilon)),
        tight: scale,
        verdict: claim(isClose(scale, epsilon / Math.acosh(Math.exp(epsilon)), 1e-10))
      }
    }),
    ...LATTICES.flatMap((options) => lattice({ BoundedLaplace, ReflectedLaplace }, { lower: 0, ...options }))
  ]
  return {
    headings: {
      what: 'Scale over s/ε, width 1',
      printed: 'Claimed',
      recomputed: 'Bounded',
      compared: 'At 0.999 of the scale',
      tight: 'Reflected'
    },
    rows: [
      ...[0.1, 1, 4].flatMap((epsilon) =>
        [0.1, 0.5, 1].map((sensitivity) => ({
          what: `ε = ${epsilon}, s = ${sensitivity}`,
          printed: '',
          recomputed: share(BoundedLaplace, sensitivity, epsilon),
          tight: share(ReflectedLaplace, sensitivity, epsilon)
        }))
      ),
      ...checks
    ],
    charts: [
      {
        title: 'The smallest private scale, δ = 0',
        words:
          'Bounded noise needs up to twice the scale of plain Laplace noise where the sensitivity is small, and the same where it is the whole width. Reflected noise never needs more, and far less where the sensitivity is a large part of the width and epsilon is small.',
        xTitle: 'sensitivity s, of a width of 1',
        yTitle: 'scale · ε/s',
        xs,
        y: [0, 2.1],
        lines: [
          line('bounded', 'paper', BoundedLaplace, 0.1),
          line('bounded', 'paper', BoundedLaplace, 1),
          line('reflected', 'tight', ReflectedLaplace, 1),
          line('reflected', 'tight', ReflectedLaplace, 0.1),
          { name: 'plain Laplace noise', role: 'plain', ys: xs.map(() => 1) }
        ]
      }
    ],
    verdict: {
      outcome: claim(checks.every(({ verdict }) => verdict === 'holds')),
      words:
        'The worst loss is reached and not exceeded by any pair and output, and a scale that is 0.1 % smaller breaks it.'
    }
  }
}

/**
 * All pairs and outputs: the largest loss at the claimed scale, and at one that is a little smaller.
 * @param {Pick<import('../result.js').Inbounds, 'BoundedLaplace' | 'ReflectedLaplace'>} mechanisms
 * @param {{ lower: number, upper: number, sensitivity: number, epsilon: number }} options
 */
function lattice(mechanisms, { epsilon, ...options }) {
  return Object.entries(mechanisms).map(([name, Mechanism]) => {
    const at = (/** @type {{ epsilon: number } | { scale: number }} */ rest) =>
      largestLoss(rowsOf(new Mechanism({ ...options, granularity: 1, ...rest })), options.sensitivity)
    const tight = new Mechanism({ ...options, granularity: 1, epsilon })
    const loss = at({ epsilon })
    const smaller = at({ scale: tight.scale * 0.999 })
    return {
      what: `${name}, whole numbers to ${options.upper}, s = ${options.sensitivity}: largest loss of all pairs and outputs`,
      printed: `${epsilon}`,
      recomputed: loss,
      compared: smaller,
      verdict: claim(loss <= epsilon * (1 + 1e-12) && isClose(loss, epsilon, 1e-9) && smaller > epsilon)
    }
  })
}
