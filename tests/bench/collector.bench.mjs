// How long it takes to make statistics of reports: the wait is for a person, and does not grow with the reports once they are
// counted.

import { load } from 'inbounds/collector'
import { generator } from '../js/support/generator.mjs'
import { secondsPerCall } from './measure.mjs'
import { formatSeconds, growth, repeat, under } from './rows.mjs'

const people = 1_000_000
export const inReadme = {
  whole: 'collector: 10^9 reports that are counted to all statistics, beside 10^4',
  growth: 'growth: counting n reports, from 10^4 to 10^7'
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

export async function rows() {
  const collector = await load()
  return [...reportRows(collector), growthRow(collector), ...tallyRows(collector), ...planRows(collector)]
}

/** Two populations, as reports that are spread evenly would be the easiest to explain. */
function reportsOf(mechanism, count) {
  const { lower, upper } = mechanism
  const truths = Float64Array.from({ length: count }, (_, person) =>
    person % 2 === 0 ? lower + 0.7 * (upper - lower) : lower + 0.3 * (upper - lower) * ((person % 1000) / 1000)
  )
  return mechanism.privatiseAll(truths)
}

function reportRows({ ReflectedLaplace, Tally, estimate }) {
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const reports = reportsOf(mechanism, people)
  const tally = new Tally(mechanism).add(reports)
  const ages = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
  const age = new Tally(ages).add(reportsOf(ages, people))
  const works = [
    () => estimate([{ reports, mechanism }], { bins: 100 }),
    () => new Tally(mechanism).add(reports),
    () => estimate([{ tally }], { bins: 100 }),
    () => estimate([{ tally }], { bins: 20 }),
    () => estimate([{ tally }], { bins: 100, method: 'cosines' }),
    () => estimate([{ tally: age }], { bins: 121 })
  ]
  const [whole, counting, ...rest] = secondsPerCall(works.map(repeat), 1)
  const relative = (seconds) => ({ value: formatSeconds(seconds), ratio: seconds / whole })
  const [hundred, twenty, cosines, years] = rest.map(relative)
  return [
    { what: '10^6 reports to histogram (100 bins), mean and all intervals', ratio: 1, ...under(whole, 0.2) },
    { what: '... of which counting', ...relative(counting) },
    { what: 'estimate of a tally, 100 bins', ...hundred },
    { what: '... 20 bins', ...twenty },
    { what: '... 100 bins, by cosines', ...cosines },
    { what: '... 121 ages, a bin each', ...years }
  ]
}

/** Each report is looked at once. */
function growthRow({ ReflectedLaplace, Tally }) {
  const sizes = [1e4, 1e7]
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const works = sizes.map((size) => {
    const reports = reportsOf(mechanism, size)
    return repeat(() => new Tally(mechanism).add(reports))
  })
  return { what: inReadme.growth, ...growth(sizes, secondsPerCall(works, [100, 1]), 1.1) }
}

/** As many reports as nobody would draw for this: what is expected in each bin, and as much chance as there would be. */
function tallyRows({ ReflectedLaplace, Tally, estimate }) {
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const empty = new Tally(mechanism)
  const laws = [0.05, 0.15, 0.25, 0.7, 0.7, 0.7].map((truth) => mechanism.at(truth))
  const below = [0, ...empty.edges.map((edge) => mean(laws.map((law) => law.cdf(edge)))), 1]
  const tallyOf = (count) => {
    const { random } = generator(1)
    const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    const expected = empty.counts.map((_, bin) => count * (below[bin + 1] - below[bin]))
    const counts = expected.map((number) => Math.max(0, Math.round(number + Math.sqrt(number) * normal())))
    return Tally.fromJSON({ ...empty.toJSON(), counts })
  }
  const tallies = [tallyOf(1e4), tallyOf(1e9)]
  const [few, many] = secondsPerCall(
    tallies.map((tally) => repeat(() => estimate([{ tally }], { bins: 100 }))),
    3
  )
  return [
    { what: 'estimate of a tally of 10^4 reports', value: formatSeconds(few), ratio: 1 },
    {
      what: inReadme.whole,
      value: formatSeconds(many),
      ratio: many / few,
      bar: 'under 1.5x',
      pass: many < 1.5 * few
    }
  ]
}

function planRows({ ReflectedLaplace, reportsNeeded }) {
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  const [seconds] = secondsPerCall([repeat(() => reportsNeeded({ mechanism, error: 0.02 }))], 1)
  return [{ what: 'reportsNeeded for a mean within 0.02', value: formatSeconds(seconds) }]
}
