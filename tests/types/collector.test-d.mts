// What the types of inbounds/collector promise, checked by tsc.

import type { BetaPosterior, Inbounds, LoadOptions } from 'inbounds'
import { load as loadMain } from 'inbounds'
import type * as collecting from 'inbounds/collector'
import {
  type Collecting,
  type Collector,
  type ErrorOfOptions,
  type Estimate,
  type Estimated,
  type EstimateOptions,
  LoadError,
  load,
  type MechanismLike,
  type PooledEstimate,
  type PosteriorGroup,
  type ReportGroup,
  type ReportsNeededOptions,
  type Tally,
  type TallyJSON,
  type TallyOptions,
  type TallyQueryOptions,
  type TallyRow,
  type VectorEstimate
} from 'inbounds/collector'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const collector: Collector = await load()
const all: Inbounds & Collecting = collector
const mean: number = new collector.ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 }).at(0.5).mean
const options: collecting.LoadOptions & LoadOptions = { wasm: new Uint8Array(1) }
const error: collecting.LoadError = new LoadError('x')

// Mechanisms of this entry and of others, their JSON, and texts.
const age = new collector.ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
const place = new collector.BoundedGaussian({ lower: [0, 0], upper: [10, 8], epsilon: 1 })
const foreign = new (await loadMain()).BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
const text: string = JSON.stringify(age)
const mechanisms: MechanismLike[] = [age, place, foreign, age.toJSON(), place.toJSON(), text]

// Tallies.
const ranged: TallyOptions = { range: [0, 100] }
const tally: Tally = new collector.Tally(age)
const same: Tally = tally.add(37).add([12, 90]).add(Float64Array.of(1)).merge(new collector.Tally(text, ranged))
const rows: TallyRow[] = [
  { bin: 1, reports: 2n },
  { bin: '1', reports: '2', side: 0 }
]
const more: Tally = tally.addRows(rows).addRows(new Set(rows))
expectType<Equal<typeof tally.total, number>>()
expectType<Equal<typeof tally.counts, number[] | number[][]>>()
expectType<Equal<typeof tally.edges, number[] | number[][]>>()
expectType<Equal<typeof tally.range, readonly [number, number] | undefined>>()
expectType<Equal<ReturnType<typeof tally.toJSON>, TallyJSON>>()
const copy: Tally = collector.Tally.fromJSON(tally.toJSON())
const fromText: Tally = collector.Tally.fromJSON(JSON.stringify(tally))

// Estimates.
const group: ReportGroup = { reports: Float64Array.of(1), mechanism: age }
const choices: EstimateOptions = {
  bins: 20,
  quantiles: [0.5],
  confidence: 0.9,
  smoothing: 0,
  method: 'cosines',
  range: [0, 1]
}
const one = collector.estimate(group, choices)
const several = collector.estimate([
  group,
  { tally },
  { tally: tally.toJSON() },
  { tally: text },
  { reports: [1], mechanism: text }
])
const vectors = collector.estimate<VectorEstimate>({ reports: [1, 2], mechanism: place })
const unknownJSON = collector.estimate({ reports: [1, 2], mechanism: JSON.parse(text) })
expectType<Equal<typeof one, Estimate>>()
expectType<Equal<typeof several, Estimate>>()
expectType<Equal<typeof vectors, VectorEstimate>>()
expectType<Equal<typeof unknownJSON, Estimate>>()
expectType<Equal<typeof one.mean, Estimated>>()
expectType<Equal<Estimated, { value: number; low: number; high: number }>>()
expectType<Equal<(typeof one.histogram)[number]['share'], number>>()
expectType<Equal<(typeof one.quantiles)[number]['probability'], number>>()
expectType<Equal<typeof one.fit, { statistic: number; degrees: number; probability: number }>>()
expectType<Equal<typeof one.warnings, string[]>>()
expectType<Equal<typeof vectors.mean, Estimated[]>>()
expectType<Equal<typeof vectors.marginals, Estimate[]>>()

// Posteriors.
const beta: BetaPosterior = new collector.BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1 })
const dirichlet = new collector.DirichletPosterior({ prior: [1, 1, 1], trials: 9, epsilon: 1 })
const pool: PosteriorGroup = { reports: [beta.privatise(3)], mechanism: beta }
const pooled = collector.estimate([pool, { reports: [3, [3, 7]], mechanism: beta.toJSON() }], { confidence: 0.9 })
const categories = collector.estimate({ reports: [dirichlet.privatise([3, 3, 3])], mechanism: dirichlet })
const successes = collector.estimate({ reports: [3, 4], mechanism: beta })
const texts = collector.estimate({ reports: [beta.privatise(3)], mechanism: JSON.stringify(beta) })
expectType<Equal<typeof pooled, PooledEstimate>>()
expectType<Equal<typeof categories, PooledEstimate>>()
expectType<Equal<typeof successes, PooledEstimate>>()
expectType<Equal<typeof texts, PooledEstimate>>()
expectType<Equal<typeof pooled.counts, Estimated[]>>()
expectType<Equal<typeof pooled.answers, number>>()

// Plans and queries.
const plan: ReportsNeededOptions = {
  mechanism: age,
  error: 2,
  of: 'variance',
  confidence: 0.9,
  prior: (truth) => truth
}
const question: ErrorOfOptions = { mechanism: age, reports: 1e5, prior: [[3, 1]], range: [0, 1] }
const needed: number = collector.reportsNeeded(plan) + collector.reportsNeeded({ mechanism: place, error: [1, 2] })
const half = collector.errorOf(question)
expectType<Equal<typeof half, number | number[]>>()
const names: TallyQueryOptions = { table: ['data', 'reports'], column: 'age', dialect: 'spark' }
const query: string = collector.tallyQuery(age, names)

// @ts-expect-error a number is no source
await load({ wasm: 3 })
// @ts-expect-error a tally is of a mechanism
new collector.Tally()
// @ts-expect-error for numbers
new collector.Tally(beta)
// @ts-expect-error a range has two ends
new collector.Tally(age, { range: [0] })
// @ts-expect-error reports are numbers
tally.add('37')
// @ts-expect-error vectors come one after the other
tally.add([[1, 2]])
// @ts-expect-error merge takes tallies
tally.merge(tally.toJSON())
// @ts-expect-error a row has counts
tally.addRows([{ bin: 1 }])
// @ts-expect-error tallies count by themselves
tally.total = 3
// @ts-expect-error how it asks C++ is nobody's business
collector.Tally.partsOf(tally)
// @ts-expect-error no such method
collector.estimate(group, { method: 'EM' })
// @ts-expect-error no such option
collector.estimate(group, { bin: 3 })
// @ts-expect-error a tally is given as { tally }
collector.estimate(tally)
// @ts-expect-error posteriors have no bins
collector.estimate({ reports: [beta.privatise(3)], mechanism: beta }, { bins: 3 })
// @ts-expect-error an error is needed
collector.reportsNeeded({ mechanism: age })
// @ts-expect-error or a number of reports
collector.errorOf({ mechanism: age, error: 3 })
// @ts-expect-error a mean or a variance
collector.errorOf({ mechanism: age, reports: 3, of: 'median' })
// @ts-expect-error a query needs names
collector.tallyQuery(age, { table: 'reports' })
// @ts-expect-error not every dialect
collector.tallyQuery(age, { table: 'reports', column: 'age', dialect: 'mysql' })

export { all, copy as again, error, fromText, mean, mechanisms, more, needed, options, query, same }
