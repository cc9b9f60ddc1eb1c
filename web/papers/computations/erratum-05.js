import { byPowers, claim, isClose, judgePromise } from './result.js'

/** Holohan, (2.1) and (4.2): the Laplace scale with delta. @type {import('./result.js').Compute} */
export async function compute({ ClampedLaplace }) {
  const query = { lower: 0, upper: 1, epsilon: 1, delta: 0.1 }
  const published = ClampedLaplace.scaleFor({ ...query, calibration: 'published' })
  const tight = ClampedLaplace.scaleFor(query)
  const formula = 1 / (1 - Math.log1p(-0.1))
  const exact = 1 / (1 - 2 * Math.log1p(-0.1))
  const deltaAt = (/** @type {number} */ scale) =>
    new ClampedLaplace({ lower: 0, upper: 1, scale }).deltaOf({ epsilon: 1 })
  const xs = byPowers(1e-4, 0.9, 60)
  return {
    headings: { what: 'Sensitivity 1, ε = 1, δ = 0.1', printed: 'Paper', recomputed: 'As published', tight: 'Exact' },
    rows: [
      {
        what: 'scale: s/(ε − ln(1−δ)), and s/(ε − 2 ln(1−δ))',
        printed: 's/(ε − ln(1−δ))',
        recomputed: published,
        tight,
        verdict: judgePromise(published, tight)
      },
      {
        what: 'the same by the formulas',
        printed: '',
        recomputed: formula,
        tight: exact,
        verdict: claim(isClose(formula, published) && isClose(exact, tight))
      },
      {
        what: 'exact δ of that scale',
        printed: '0.1',
        recomputed: deltaAt(published),
        tight: new ClampedLaplace(query).audit().delta,
        verdict: judgePromise(query.delta, deltaAt(published))
      }
    ],
    charts: [
      {
        title: 'The scale over δ, ε = 1',
        words: 'The exact scale lies below the published one for every delta.',
        xTitle: 'δ',
        yTitle: 'scale',
        logarithmicX: true,
        xs,
        y: [0, 1.1],
        lines: [
          {
            name: 'as published',
            role: 'paper',
            ys: xs.map((delta) => ClampedLaplace.scaleFor({ ...query, delta, calibration: 'published' }))
          },
          { name: 'exact', role: 'tight', ys: xs.map((delta) => ClampedLaplace.scaleFor({ ...query, delta })) }
        ]
      }
    ],
    verdict: {
      outcome: tight < published ? 'less' : 'holds',
      words: 'The printed scale is sufficient; δ may be counted twice.'
    }
  }
}
