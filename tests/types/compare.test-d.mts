// What the types promise of reflected noise and of comparisons.

import {
  type Compared,
  type CompareOptions,
  type Comparison,
  type Inbounds,
  load,
  type Prior,
  type ReflectedLaplace
} from 'inbounds'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const inbounds: Inbounds = await load()
const age: ReflectedLaplace = new inbounds.ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
const copy: ReflectedLaplace = inbounds.ReflectedLaplace.fromJSON(age.toJSON())
const left: number = age.eigenvalue(1) * age.cosine(1, 37)
const prior: Prior = (truth) => Math.exp(-truth)
const options: CompareOptions = { lower: 0, upper: 1, epsilon: 1, delta: 1e-6, prior, by: 'worst' }
const comparison: Comparison = inbounds.compare(options)
const best: Compared | undefined = comparison.mechanisms[0]
const needed: Comparison = inbounds.compare({ spans: [[9, 12]], rmse: 1, prior: [[10, 1]] })

expectType<
  Equal<Comparison['recommended'], 'ReflectedLaplace' | 'BoundedLaplace' | 'BoundedGaussian' | 'ClampedLaplace'>
>()
expectType<Equal<Comparison['reason'], string>>()
expectType<Equal<Compared['rmse'], { average: number; worst: number }>>()
expectType<Equal<Compared['atoms'], boolean>>()

// @ts-expect-error comparisons are of tight calibrations
inbounds.compare({ lower: 0, upper: 1, epsilon: 1, calibration: 'published' })
// @ts-expect-error no such error
inbounds.compare({ lower: 0, upper: 1, epsilon: 1, by: 'median' })
// @ts-expect-error a prior gives numbers
inbounds.compare({ lower: 0, upper: 1, epsilon: 1, prior: () => 'often' })
// @ts-expect-error cosines are counted
age.eigenvalue('1')

export { best, copy as again, left, needed }
