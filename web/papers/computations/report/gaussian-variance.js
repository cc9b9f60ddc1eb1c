import { PLANE } from '../chen-hale-plane.js'
import { byPowers, claim, isClose } from '../result.js'
import { largestLoss, rowsOf } from './enumerate.js'

/** @typedef {{ lower: number | number[], upper: number | number[], sensitivity: number }} Query */

/** A cube of that many sides, and a sensitivity that is a share of its diagonal. @param {number} sides @param {number} share @returns {Query} */
const cube = (sides, share) => {
  const sensitivity = share * Math.sqrt(sides)
  if (sides === 1) return { lower: 0, upper: 1, sensitivity }
  return { lower: new Array(sides).fill(0), upper: new Array(sides).fill(1), sensitivity }
}

/** How much larger than needed the published variance is. @type {import('../result.js').Compute} */
export async function compute({ BoundedGaussian }) {
  const variances = (/** @type {Query} */ query, /** @type {number} */ epsilon) => {
    const of = (/** @type {'published' | 'tight'} */ calibration) =>
      BoundedGaussian.scaleFor({ ...query, epsilon, calibration }) ** 2
    return { published: of('published'), tight: of('tight') }
  }
  const xs = byPowers(0.01, 30, 60)
  const line = (
    /** @type {import('../result.js').Line['role']} */ role,
    /** @type {string} */ name,
    /** @type {Query} */ query
  ) => ({
    name,
    role,
    ys: xs.map((epsilon) => {
      const { published, tight } = variances(query, epsilon)
      return published / tight
    })
  })
  const settings = /** @type {[string, Query, number, number][]} */ ([
    ['width 1, s = 1, ε = 1', cube(1, 1), 1, 1],
    ['width 1, s = 0.1, ε = 0.1', cube(1, 0.1), 1, 0.1],
    ['width 1, s = 0.1, ε = 1', cube(1, 0.1), 1, 1],
    ['10 × 8, s = 2√5, ε = 0.1', PLANE, Math.hypot(10, 8), 0.1],
    ['10 × 8, s = 2√5, ε = 1', PLANE, Math.hypot(10, 8), 1],
    ['10 × 8, s = 2√5, ε = 3', PLANE, Math.hypot(10, 8), 3],
    ['cube of 10 sides, s = √10/10, ε = 1', cube(10, 0.1), Math.sqrt(10), 1]
  ])
  const rows = settings.map(([what, query, diagonal, epsilon]) => {
    const { published, tight } = variances(query, epsilon)
    const closed = ((diagonal - query.sensitivity / 2) * query.sensitivity) / epsilon
    return { what, printed: '', recomputed: published, compared: closed, tight }
  })
  const whole = variances(cube(1, 1), 0.7).tight
  const checks = [
    {
      what: 's = D, ε = 0.7: variance, and by the closed form',
      printed: 'D²/(2ε)',
      recomputed: whole,
      compared: 1 / 1.4,
      verdict: claim(isClose(whole, 1 / 1.4))
    },
    {
      what: 'settings above in which the closed form is between tight and published',
      printed: 'all',
      recomputed: rows.filter((row) => isBetween(row)).length,
      verdict: claim(rows.every(isBetween))
    },
    ...byAllPairs(BoundedGaussian)
  ]
  return {
    headings: {
      what: 'σ²',
      printed: 'Claimed',
      recomputed: 'Published',
      compared: '(D − s/2) s/ε',
      tight: 'Tight'
    },
    rows: [...rows, ...checks],
    charts: [
      {
        title: 'Published over tight variance',
        words:
          'The ratio is 3.25 where every truth is a neighbour of every other. With a sensitivity of a tenth of the diagonal it falls from 3 at small epsilons towards 1 at large ones, later the more sides the box has.',
        xTitle: 'ε',
        yTitle: 'published/tight σ²',
        logarithmicX: true,
        xs,
        y: [0, 3.5],
        lines: [
          line('other', 'one side, s = D', cube(1, 1)),
          line('paper', 'one side, s = D/10', cube(1, 0.1)),
          line('paper', 'two sides, s = D/10', cube(2, 0.1)),
          line('paper', 'ten sides, s = D/10', cube(10, 0.1))
        ],
        marks: [{ y: 1, role: 'plain' }]
      }
    ],
    verdict: {
      outcome: claim(checks.every(({ verdict }) => verdict === 'holds')),
      words: 'The published variance is sufficient, and up to 3.25 times as large as needed.'
    }
  }
}

/** But for rounding. @param {{ recomputed: number, compared: number, tight: number }} row */
const isBetween = ({ recomputed, compared, tight }) => tight <= compared * (1 + 1e-12) && compared < recomputed

/** PROOF.md of the bounded Gaussian, 2 and 4, by enumeration: on a line, and in a plane where g = s. @param {import('../result.js').Inbounds['BoundedGaussian']} BoundedGaussian */
function byAllPairs(BoundedGaussian) {
  const options = { lower: 0, upper: 30, sensitivity: 7, epsilon: 1, granularity: 1 }
  const line = new BoundedGaussian(options)
  const loss = largestLoss(rowsOf(/** @type {any} */ (line)), options.sensitivity)
  const plane = new BoundedGaussian({ lower: [0, 0], upper: [5, 3], sensitivity: 1, epsilon: 1, granularity: 1 })
  // Points of truths at most a step apart differ by at most one in each coordinate; the law is a product, so losses add up.
  const sides = [5, 3].map((upper, side) => {
    const rows = Array.from({ length: upper + 1 }, (_, truth) => {
      const law = plane.at(side === 0 ? [truth, 0] : [0, truth])[side]
      return Array.from({ length: upper + 1 }, (_, point) => Number(law?.pmf(point)))
    })
    return largestLoss(rows, 1)
  })
  const both = sides.reduce((sum, one) => sum + one, 0)
  return [
    {
      what: 'whole numbers to 30, s = 7: largest loss of all pairs and outputs',
      printed: '1',
      recomputed: loss,
      verdict: claim(isClose(loss, 1) && loss <= 1 + 1e-12)
    },
    {
      what: 'the plane of 6 by 4 points, s = 1: the same',
      printed: '1',
      recomputed: both,
      verdict: claim(isClose(both, 1) && both <= 1 + 1e-12)
    }
  ]
}
