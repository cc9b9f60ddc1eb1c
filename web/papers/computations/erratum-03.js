import { byPowers, claim, judgePromise } from './result.js'

const QUERY = { lower: 0, upper: 1, epsilon: 0.1, delta: 0.01 }

/** Holohan, Corollary 4.6: with delta > 0, smaller scales than b* are private. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace }) {
  const published = BoundedLaplace.scaleFor({ ...QUERY, calibration: 'published' })
  const tight = BoundedLaplace.scaleFor(QUERY)
  const deltaAt = (/** @type {number} */ scale) =>
    new BoundedLaplace({ lower: 0, upper: 1, scale }).deltaOf({ epsilon: QUERY.epsilon })
  // A scale of the continuous law is not that of the lattice, to the last digits: what the package releases with is calibrated there.
  const released = new BoundedLaplace(QUERY)
  const inside = new BoundedLaplace({ lower: 0, upper: 1, sensitivity: 0.1, epsilon: 1, delta: 0.1 })
  const { truth, neighbour } = inside.audit()
  const atBorder = Math.min(truth, neighbour, 1 - truth, 1 - neighbour) < 1e-6
  const xs = byPowers(1e-4, 0.3, 60)
  return {
    headings: {
      what: 'Sensitivity of the whole width 1, ε = 0.1, δ = 0.01',
      printed: 'Paper',
      recomputed: 'Recomputed',
      tight: 'Tight'
    },
    rows: [
      {
        what: 'the smallest private scale',
        printed: 'b*',
        recomputed: published,
        tight,
        verdict: claim(tight >= published)
      },
      {
        what: 'exact δ of that scale',
        printed: '0.01',
        recomputed: deltaAt(published),
        tight: released.audit().delta,
        verdict: judgePromise(QUERY.delta, deltaAt(published))
      },
      {
        what: 'exact δ a thousandth below the tight scale',
        printed: '',
        recomputed: deltaAt(tight * 0.999),
        verdict: claim(deltaAt(tight * 0.999) > QUERY.delta)
      },
      {
        what: 'worst pair of ε = 1, δ = 0.1, sensitivity 0.1 (Lemma 3.3)',
        printed: 'at the border',
        recomputed: `${truth.toFixed(3)} and ${neighbour.toFixed(3)}`,
        verdict: claim(atBorder)
      }
    ],
    charts: [
      {
        title: 'The scale over δ, ε = 0.1',
        words: 'The published scale lies above the tight one for every delta, the more so the larger delta is.',
        xTitle: 'δ',
        yTitle: 'scale',
        logarithmicX: true,
        xs,
        y: [0, 10.5],
        lines: [
          {
            name: 'b*, as published',
            role: 'paper',
            ys: xs.map((delta) => BoundedLaplace.scaleFor({ ...QUERY, delta, calibration: 'published' }))
          },
          { name: 'tight', role: 'tight', ys: xs.map((delta) => BoundedLaplace.scaleFor({ ...QUERY, delta })) }
        ]
      }
    ],
    verdict: {
      outcome: tight < published ? 'less' : 'holds',
      words:
        'Condition (3.1) is sufficient, not necessary: with δ > 0 much less noise is private, and the worst pair need not sit at the border.'
    }
  }
}
