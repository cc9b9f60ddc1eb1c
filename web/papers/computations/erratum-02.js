import { claim, isClose, judgePromise } from './result.js'
import { nameSpans } from './spans.js'

const INFINITY = Number.POSITIVE_INFINITY
const RANGES = /** @type {[number, number][][]} */ ([
  [[0, INFINITY]],
  [[0, 1]],
  [[0, 1e6]],
  [
    [0, 1],
    [2, INFINITY]
  ],
  [
    [-INFINITY, -2],
    [-1, 3]
  ]
])

/** Croft, Corollary 1: with an infinite constraint, the bound is the value. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, ReflectedLaplace }) {
  const rows = RANGES.map((spans) => {
    const options = { spans, sensitivity: 1, epsilon: 1 }
    const metric = BoundedLaplace.scaleFor({ ...options, guarantee: 'metric' })
    const tight = BoundedLaplace.scaleFor(options)
    return {
      what: nameSpans(spans),
      printed: '≤ 2',
      recomputed: metric,
      compared: ReflectedLaplace.scaleFor(options),
      tight,
      verdict: judgePromise(2, metric) === 'fails' ? /** @type {const} */ ('fails') : judgePromise(metric, tight),
      isTwo: isClose(metric, 2)
    }
  })
  const closed = 1 / Math.log((1 + Math.E) / 2)
  return {
    headings: {
      what: 'Sensitivity 1, ε = 1',
      printed: 'Printed',
      recomputed: 'Uniform scale',
      compared: 'Reflected',
      tight: 'Enough for ε'
    },
    rows: [
      ...rows.map(({ isTwo, ...row }) => row),
      {
        what: '[0, ∞), closed form 1/ln((1+e)/2)',
        printed: '',
        recomputed: closed,
        tight: Number(rows[0]?.tight),
        verdict: claim(isClose(closed, Number(rows[0]?.tight)))
      }
    ],
    charts: [],
    verdict: {
      outcome: rows.every(({ isTwo }) => isTwo) ? 'less' : 'differs',
      words:
        'As soon as one constraint is infinite the scale is exactly 2, and no search is needed. Differential privacy, which compares neighbours only, needs less.'
    }
  }
}
