import { boundScale, positionDependentLaw, positionDependentScale } from '../../published/croft.js'
import { CLASSES } from './croft-figure-1.js'
import { agreesWithPrint, byPowers, claim, isClose } from './result.js'
import { nameSpans } from './spans.js'

const INFINITY = Number.POSITIVE_INFINITY
const FINITE = /** @type {[number, number][][]} */ ([
  [
    [-INFINITY, 0],
    [2, INFINITY]
  ],
  [
    [-INFINITY, 0],
    [0.1, INFINITY]
  ],
  [
    [-INFINITY, -3],
    [0, 0.01],
    [1, INFINITY]
  ],
  [
    [-INFINITY, 0],
    [20, INFINITY]
  ]
])
const ARBITRARY = /** @type {[number, number][][]} */ ([
  [[0, 1]],
  [[0, 1e6]],
  [[0, INFINITY]],
  [
    [0, 1],
    [2, INFINITY]
  ],
  CLASSES[2]?.spans ?? []
])

/** Scales and their bounds, for sensitivity 1 and epsilon 1. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, ReflectedLaplace }) {
  const uniform = (/** @type {[number, number][]} */ spans) =>
    BoundedLaplace.scaleFor({ spans, sensitivity: 1, epsilon: 1, guarantee: 'metric' })
  const tight = (/** @type {[number, number][]} */ spans) =>
    BoundedLaplace.scaleFor({ spans, sensitivity: 1, epsilon: 1 })
  const border = boundScale(1, 1)
  const xs = [1e-3, ...byPowers(0.01, 50, 80)]
  const scales = xs.map((distance) => positionDependentScale(distance, 1, 1))
  const below = scales.every((scale, at) => scale < border && (at === 0 || scale < Number(scales[at - 1])))
  const finite = FINITE.map(uniform)
  const arbitrary = ARBITRARY.map(uniform)
  const [min, max] = [Math.min(...arbitrary), Math.max(...arbitrary)]
  const halfLine = { lower: 0, upper: INFINITY, sensitivity: 1, epsilon: 1 }
  const setting = { sensitivity: 1, epsilon: 1 }
  const farLoss = positionDependentLaw(0, setting).logPdf(100) - positionDependentLaw(1, setting).logPdf(100)
  const allFinite = finite.every((scale) => scale < 2)
  const exactlyTwo = isClose(min, 2) && isClose(max, 2)
  return {
    headings: {
      what: 'Sensitivity 1, ε = 1',
      printed: 'Printed',
      recomputed: 'Recomputed',
      tight: 'Enough for ε (tight)'
    },
    rows: [
      {
        what: 'a single infinite constraint, σ₁ on its border (32)',
        printed: '1.586',
        recomputed: border,
        tight: tight([[0, INFINITY]]),
        verdict: agreesWithPrint('1.586', border)
      },
      {
        what: 'a single infinite constraint, σ₂ one sensitivity away (33)',
        printed: '< 1.586',
        recomputed: positionDependentScale(1, 1, 1),
        verdict: claim(below)
      },
      {
        what: 'loss of σ₁ against σ₂ at the output 100 (Theorem 1)',
        printed: '≤ 1',
        recomputed: farLoss,
        verdict: claim(farLoss <= 1)
      },
      ...finite.map((scale, at) => ({
        what: `finite constraints: ${nameSpans(FINITE[at] ?? [])}`,
        printed: '< 2',
        recomputed: scale,
        tight: tight(FINITE[at] ?? []),
        verdict: claim(scale < 2)
      })),
      ...arbitrary.map((scale, at) => ({
        what: `arbitrary constraints: ${nameSpans(ARBITRARY[at] ?? [])}`,
        printed: '≤ 2',
        recomputed: scale,
        tight: tight(ARBITRARY[at] ?? []),
        verdict: claim(scale <= 2 * (1 + 1e-12))
      }))
    ],
    charts: [
      {
        title: 'The position-dependent scale, formula (33)',
        words: 'The scale falls from 1.586 on the border of the constraint towards 1 far away from it.',
        xTitle: 'distance, in sensitivities',
        yTitle: 'scale σ',
        logarithmicX: true,
        xs,
        y: [0.9, 2.1],
        lines: [
          { name: 'position-dependent (not private)', role: 'alarm', ys: scales },
          { name: 'uniform, as published', role: 'paper', ys: xs.map(() => uniform([[0, INFINITY]])) },
          { name: 'uniform, tight', role: 'tight', ys: xs.map(() => tight([[0, INFINITY]])) },
          { name: 'reflected (ours)', role: 'other', ys: xs.map(() => ReflectedLaplace.scaleFor(halfLine)) }
        ]
      }
    ],
    verdict: {
      outcome: claim(agreesWithPrint('1.586', border) === 'agrees' && below && allFinite && exactlyTwo),
      words:
        'All bounds come out. With an infinite constraint the bound 2 is no bound but the value itself (erratum 2), and the first row is the scale that is not private (erratum 1).'
    }
  }
}
