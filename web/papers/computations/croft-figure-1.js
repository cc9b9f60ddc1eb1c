import { keptShare } from '../../published/croft.js'
import { claim, evenly } from './result.js'

const INFINITY = Number.POSITIVE_INFINITY

/** One example of each class, as the figure has them: a) a single infinite constraint, b) finite ones, c) both. */
export const CLASSES = /** @type {{ name: string, spans: [number, number][] }[]} */ ([
  { name: 'a) a single infinite constraint', spans: [[0, INFINITY]] },
  {
    name: 'b) finite constraints',
    spans: [
      [-INFINITY, -1.5],
      [-0.5, 1],
      [2.5, INFINITY]
    ]
  },
  {
    name: 'c) arbitrary constraints',
    spans: [
      [-3, -1.5],
      [-0.5, 1],
      [2.5, INFINITY]
    ]
  }
])

/** Each class of constraints, with the law that keeps out of them. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, ReflectedLaplace }) {
  const truth = 0.4
  const laws = CLASSES.map(({ name, spans }) => {
    const options = { spans, sensitivity: 1, epsilon: 1, guarantee: /** @type {const} */ ('metric') }
    const law = new BoundedLaplace(options).at(truth).continuous
    const scale = BoundedLaplace.scaleFor(options)
    return { name, spans, law, scale, reflected: ReflectedLaplace.scaleFor({ ...options, guarantee: 'dp' }) }
  })
  const gapsOf = (/** @type {[number, number][]} */ spans) =>
    spans.slice(1).map(([lower], at) => [Number(spans[at]?.[1]), lower])
  const inConstraints = laws.map(({ spans, law }) => {
    const between = gapsOf(spans).reduce((sum, [from = 0, to = 0]) => sum + law.cdf(to - 1e-12) - law.cdf(from), 0)
    return between + law.cdf(Number(spans[0]?.[0]) - 1e-12)
  })
  const xs = evenly(-4, 4, 640)
  const nowhere = inConstraints.every((share) => Math.abs(share) < 1e-9)
  return {
    headings: {
      what: 'Class of constraints',
      printed: 'Paper',
      recomputed: 'Probability in constraints',
      compared: 'Of standard noise',
      tight: 'Scale of ours'
    },
    settings:
      'The figure draws the classes without numbers. Here: sensitivity 1, ε = 1, the truth 0.4; the last column is the scale of reflected noise, where the paper needs up to 2.',
    rows: laws.map(({ name, spans, scale, reflected }, at) => ({
      what: name,
      printed: '0',
      recomputed: Number(inConstraints[at]?.toFixed(12)),
      compared: 1 - keptShare(spans, truth, scale),
      tight: reflected,
      verdict: claim(Math.abs(Number(inConstraints[at])) < 1e-9)
    })),
    charts: laws.map(({ name, law, spans, scale }) => ({
      title: name,
      words: `The density is zero in the constraints and follows the Laplace law of scale ${scale.toPrecision(4)} elsewhere.`,
      xTitle: 'output',
      yTitle: 'density',
      xs,
      y: /** @type {[number, number]} */ ([0, 0.6]),
      lines: [
        {
          name: 'truncated and normalised',
          role: 'paper',
          ys: xs.map((y) => (spans.some(([lower, upper]) => y >= lower && y <= upper) ? law.pdf(y) : null))
        }
      ]
    })),
    verdict: { outcome: claim(nowhere), words: 'Of all three classes, nothing falls into a constraint.' }
  }
}
