// What the types promise, checked by tsc: an Equal that fails, or an expected error that is none, stops the build.

import {
  type Audit,
  type BoundedLaplace,
  type ClampedLaplace,
  type ContinuousLaw,
  EntropyError,
  type Inbounds,
  type LaplaceJSON,
  type LaplaceOptions,
  type LaplaceScaleOptions,
  type LatticeLaw,
  LoadError,
  type LoadOptions,
  load,
  ParameterError,
  type Span,
  type WasmSource
} from 'inbounds'
import { loadSeeded } from 'inbounds/testing'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const inbounds: Inbounds = await load()
const options: LaplaceOptions = { lower: 0, upper: 120, epsilon: 1, granularity: 1 }
const age: BoundedLaplace = new inbounds.BoundedLaplace(options)

expectType<Equal<typeof age.scale, number>>()
expectType<Equal<typeof age.calibration, 'tight' | 'published' | 'given'>>()
expectType<Equal<typeof age.guarantee, 'dp' | 'metric'>>()
expectType<Equal<typeof age.delta, number>>()
expectType<Equal<typeof age.spans, readonly Span[]>>()
expectType<Equal<Span, readonly [number, number]>>()
expectType<Equal<typeof age.outside, 'clamp' | 'error'>>()
expectType<Equal<ReturnType<typeof age.privatise>, number>>()
expectType<Equal<ReturnType<typeof age.audit>, Audit>>()
expectType<Equal<ReturnType<typeof age.toJSON>, LaplaceJSON>>()
expectType<Equal<ReturnType<typeof age.describe>, string>>()
expectType<Equal<ReturnType<typeof age.epsilonOf>, number>>()
expectType<Equal<ReturnType<typeof age.deltaOf>, number>>()
expectType<Equal<Audit['delta'], number>>()

const noisy: Float64Array = age.privatiseAll(Int32Array.of(1, 2))
const law: LatticeLaw = age.at(37)
const continuous: ContinuousLaw = law.continuous
const interval: [number, number] = law.interval(0.95)
const density: number = continuous.pdf(3)
const atom: number = continuous.atom(0)
const questions: number[] = [
  age.epsilonOf(),
  age.epsilonOf({ scale: 3, delta: 0.1 }),
  age.deltaOf(),
  age.deltaOf({ scale: 3, epsilon: 0.5 })
]
const clinic: BoundedLaplace = new inbounds.BoundedLaplace({
  spans: [
    [9, 12],
    [14, 18]
  ],
  epsilon: 1,
  delta: 1e-6,
  sensitivity: 1,
  guarantee: 'dp'
})
const gaps: readonly Span[] = [[12, 14]]
const line: LaplaceOptions = { lower: -Infinity, upper: Infinity, gaps, sensitivity: 1, scale: 2, guarantee: 'metric' }
const clamped: ClampedLaplace = new inbounds.ClampedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1 })
const clampedAgain: ClampedLaplace = inbounds.ClampedLaplace.fromJSON(clamped.toJSON())
const written: LaplaceJSON = clinic.toJSON()
const writtenBound: number | string = written.lower
const copy: BoundedLaplace = inbounds.BoundedLaplace.fromJSON(JSON.stringify(age))
const scaleOptions: LaplaceScaleOptions = { lower: 0, upper: 1, epsilon: 1 }
const scale: number = inbounds.BoundedLaplace.scaleFor(scaleOptions)
const source: WasmSource = new Uint8Array(1)
const loadOptions: LoadOptions = { wasm: source }
const seeded: Inbounds = await loadSeeded(1n)
const error: RangeError = new ParameterError('epsilon', 0, 'epsilon must be greater than 0, got 0')
const errors: Error[] = [new LoadError('x'), new EntropyError('x')]

// @ts-expect-error a string is no number
new inbounds.BoundedLaplace({ lower: '0', upper: 1, epsilon: 1 })
// @ts-expect-error how much noise, or how much privacy?
new inbounds.BoundedLaplace({ lower: 0, upper: 1 })
// @ts-expect-error one or the other
new inbounds.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, scale: 1 })
// @ts-expect-error a scale leaves nothing to calibrate
new inbounds.BoundedGaussian({ lower: 0, upper: 1, scale: 1, delta: 0.1 })
// @ts-expect-error what is asked?
inbounds.compare({ lower: 0, upper: 1 })
// @ts-expect-error one question at a time
inbounds.compare({ lower: 0, upper: 1, epsilon: 1, rmse: 1 })
// @ts-expect-error no options at all
new inbounds.BoundedLaplace()
// @ts-expect-error a misspelt option
new inbounds.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, sensitvity: 1 })
// @ts-expect-error no such calibration
new inbounds.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, calibration: 'best' })
// @ts-expect-error no such guarantee
new inbounds.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, guarantee: 'lipschitz' })
// @ts-expect-error a span is a pair
new inbounds.BoundedLaplace({ spans: [[9, 12, 14]], epsilon: 1 })
// @ts-expect-error spans are pairs of numbers
new inbounds.ClampedLaplace({ spans: [['9', '12']], epsilon: 1 })
// @ts-expect-error scaleFor needs an epsilon
inbounds.BoundedLaplace.scaleFor({ lower: 0, upper: 1, delta: 0.1 })
// @ts-expect-error nobody changes the spans
age.spans[0] = [0, 1]
// @ts-expect-error the question is about another epsilon or scale
age.deltaOf({ delta: 1 })
// @ts-expect-error truths are numbers
age.privatise('37')
// @ts-expect-error objects are immutable
age.epsilon = 2
// @ts-expect-error a number is no source
await load({ wasm: 3 })
// @ts-expect-error the main entry takes no seed
await load({ seed: 1 })

export {
  atom,
  clampedAgain,
  continuous,
  copy as again,
  density,
  error,
  errors,
  interval,
  line,
  loadOptions,
  noisy,
  questions,
  scale,
  seeded,
  writtenBound
}
