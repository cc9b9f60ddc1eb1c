import { variancesAt } from './chen-hale-plane.js'
import { agreesWithPrint } from './result.js'

/** As printed: epsilon, generalised Gaussian, bounded Gaussian, reduction in per cent. */
export const PRINTED = /** @type {const} */ ([
  ['0.1', '1320.0', '857.5', '35.0'],
  ['0.5', '264.0', '170.3', '35.5'],
  ['1.0', '132.0', '84.3', '36.1'],
  ['1.5', '88', '55.8', '36.6'],
  ['2.0', '66', '41.5', '37.2'],
  ['2.5', '52.8', '32.9', '37.7'],
  ['3.0', '44', '27.2', '38.2']
])

/** Variances of the bounded Gaussian and of Liu's. @type {import('./result.js').Compute} */
export async function compute(inbounds) {
  const rows = PRINTED.flatMap(([at, baseline, bounded, reduction]) => {
    const computed = variancesAt(inbounds, Number(at))
    return [
      {
        what: `ε = ${at}: generalised Gaussian (Liu)`,
        printed: baseline,
        recomputed: computed.baseline,
        verdict: agreesWithPrint(baseline, computed.baseline)
      },
      {
        what: `ε = ${at}: bounded Gaussian`,
        printed: bounded,
        recomputed: computed.published,
        tight: computed.tight,
        verdict: agreesWithPrint(bounded, computed.published)
      },
      {
        what: `ε = ${at}: reduction, %`,
        printed: reduction,
        recomputed: computed.reduction,
        tight: 100 * (1 - computed.tight / computed.baseline),
        verdict: agreesWithPrint(reduction, computed.reduction)
      }
    ]
  })
  const count = (/** @type {string} */ outcome) => rows.filter(({ verdict }) => verdict === outcome).length
  const wrong = count('differs')
  const shares = rows.flatMap(({ recomputed, tight }, at) => (at % 3 === 1 ? [(100 * Number(tight)) / recomputed] : []))
  return {
    headings: { what: 'Variance σ²', printed: 'Printed', recomputed: 'Recomputed', tight: 'Enough (tight)' },
    rows,
    charts: [],
    verdict: {
      outcome: wrong > 0 ? 'differs' : 'agrees',
      words: `${count('agrees')} of ${rows.length} numbers agree to the printed digits, ${count('cut')} is cut off instead of rounded, ${wrong} differ. From ${Math.min(...shares).toFixed(0)} to ${Math.max(...shares).toFixed(0)}% of the variance is enough for the same promise.`
    }
  }
}
