import { claim } from '../result.js'
import { step } from '../step.js'

const PEOPLE = 100_000
const BINS = 12
const UPPER = 120
const OPTIONS = { lower: 0, upper: UPPER, epsilon: 2, granularity: 1 }

/** Populations of whole years from 0 to 120, by the weight of each year. @type {[string, (year: number) => number][]} */
const POPULATIONS = [
  ['two humps', (year) => bell(year, 25, 8) + 0.6 * bell(year, 70, 10)],
  ['spread evenly', () => 1],
  ['everybody 20', (year) => (year === 20 ? 1 : 0)],
  ['half at each end', (year) => (year === 0 || year === UPPER ? 1 : 0)]
]

/** @param {number} x @param {number} centre @param {number} width */
const bell = (x, centre, width) => Math.exp(-((x - centre) ** 2) / (2 * width ** 2)) / width

/** What a collector makes of reports: means with intervals, and a histogram. @type {import('../result.js').Compute} */
export async function compute({ ReflectedLaplace }, watch) {
  // The estimates are in an entry of their own, and it may only just have been built.
  const { load } = await import('inbounds/collector')
  const { estimate } = await load()
  const mechanism = new ReflectedLaplace(OPTIONS)
  const surveys = []
  for (const [at, [name, weight]] of POPULATIONS.entries()) {
    await step(watch, at, POPULATIONS.length)
    const truths = people(weight)
    const reports = mechanism.privatiseAll(truths)
    const estimated = estimate({ reports, mechanism: JSON.stringify(mechanism) }, { bins: BINS, quantiles: [] })
    surveys.push({ name, truths, reports, estimated })
  }
  const rows = surveys.map(({ name, truths, reports, estimated: { mean } }) => ({
    what: name,
    printed: '',
    recomputed: averageOf(truths),
    compared: averageOf(reports),
    tight: mean.value,
    further: `${mean.low.toFixed(2)} to ${mean.high.toFixed(2)}`
  }))
  const intervals = surveys.flatMap(({ truths, estimated: { mean, variance } }) => {
    const average = averageOf(truths)
    return [
      { ...mean, truth: average },
      { ...variance, truth: averageOf(truths.map((truth) => (truth - average) ** 2)) }
    ]
  })
  const held = intervals.filter(({ low, high, truth }) => low <= truth && truth <= high).length
  const [first] = surveys
  if (!first) throw new Error('there is no population')
  const bins = first.estimated.histogram
  const sharesOf = (/** @type {Iterable<number>} */ values) => {
    const all = [...values]
    return bins.map(({ from, to }) => all.filter((value) => value >= from && value <= to).length / all.length)
  }
  return {
    headings: {
      what: `${PEOPLE.toLocaleString('en-GB')} ages from 0 to 120, ε = 2`,
      printed: 'Claimed',
      recomputed: 'True mean',
      compared: 'Average of the reports',
      tight: 'Estimate',
      further: '95 % interval'
    },
    rows: [
      ...rows,
      {
        what: 'of 8 intervals at 95 %, of means and variances, hold',
        printed: '≥ 6',
        recomputed: held,
        verdict: claim(held >= 6)
      }
    ],
    charts: [
      {
        title: 'A histogram from private reports',
        words:
          'The reports themselves are nearly flat. The estimate follows both humps of the true ages closely. The interval of each bin, which holds for any distribution, reaches far above both.',
        xTitle: 'age',
        yTitle: 'share of a bin of ten years',
        xs: bins.map(({ from, to }) => (from + to + 1) / 2),
        lines: [
          { name: 'true ages', role: 'paper', ys: sharesOf(first.truths) },
          { name: 'estimate', role: 'tight', ys: bins.map(({ share }) => share) },
          { name: 'reports as they are', role: 'other', ys: sharesOf(first.reports) },
          { name: 'upper end of the 95 % interval', role: 'plain', ys: bins.map(({ high }) => high) }
        ],
        y: [0, 0.7]
      }
    ],
    verdict: {
      outcome: claim(held >= 6),
      words: `${held} of 8 intervals hold; plain averages are off by up to ${largestError(rows).toFixed(0)} years, and more reports do not help them.`
    }
  }
}

/** That many people, as the weights say: no chance is in it. @param {(year: number) => number} weight */
function people(weight) {
  const weights = Array.from({ length: UPPER + 1 }, (_, year) => weight(year))
  const total = weights.reduce((sum, one) => sum + one)
  let before = 0
  return weights.flatMap((one, year) => {
    const from = Math.round((before / total) * PEOPLE)
    before += one
    return new Array(Math.round((before / total) * PEOPLE) - from).fill(year)
  })
}

/** @param {ArrayLike<number>} values */
function averageOf(values) {
  let sum = 0
  for (let at = 0; at < values.length; ++at) sum += Number(values[at])
  return sum / values.length
}

/** @param {readonly { recomputed: number, compared: number }[]} rows */
const largestError = (rows) => Math.max(...rows.map(({ recomputed, compared }) => Math.abs(recomputed - compared)))
