// What the types promise, checked by tsc: an Equal that fails, or an expected error that is none, stops the build.

import {
  type Audit,
  type BoundedLaplace,
  type BoundedLaplaceJSON,
  type BoundedLaplaceOptions,
  type BoundedLaplaceScaleOptions,
  type ContinuousLaw,
  EntropyError,
  type Inbounds,
  type LatticeLaw,
  LoadError,
  type LoadOptions,
  load,
  ParameterError,
  type WasmSource
} from 'inbounds'
import { loadSeeded } from 'inbounds/testing'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const inbounds: Inbounds = await load()
const options: BoundedLaplaceOptions = { lower: 0, upper: 120, epsilon: 1, granularity: 1 }
const age: BoundedLaplace = new inbounds.BoundedLaplace(options)

expectType<Equal<typeof age.scale, number>>()
expectType<Equal<typeof age.calibration, 'tight' | 'published' | 'given'>>()
expectType<Equal<typeof age.outside, 'clamp' | 'error'>>()
expectType<Equal<ReturnType<typeof age.privatise>, number>>()
expectType<Equal<ReturnType<typeof age.audit>, Audit>>()
expectType<Equal<ReturnType<typeof age.toJSON>, BoundedLaplaceJSON>>()
expectType<Equal<ReturnType<typeof age.describe>, string>>()
expectType<Equal<ReturnType<typeof age.epsilonOf>, number>>()

const noisy: Float64Array = age.privatiseAll(Int32Array.of(1, 2))
const law: LatticeLaw = age.at(37)
const continuous: ContinuousLaw = law.continuous
const interval: [number, number] = law.interval(0.95)
const density: number = continuous.pdf(3)
const again: BoundedLaplace = inbounds.BoundedLaplace.fromJSON(JSON.stringify(age))
const scaleOptions: BoundedLaplaceScaleOptions = { lower: 0, upper: 1, epsilon: 1 }
const scale: number = inbounds.BoundedLaplace.scaleFor(scaleOptions)
const source: WasmSource = new Uint8Array(1)
const loadOptions: LoadOptions = { wasm: source }
const seeded: Inbounds = await loadSeeded(1n)
const error: RangeError = new ParameterError('epsilon', 0, 'epsilon must be greater than 0, got 0')
const errors: Error[] = [new LoadError('x'), new EntropyError('x')]

// @ts-expect-error a string is no number
new inbounds.BoundedLaplace({ lower: '0', upper: 1, epsilon: 1 })
// @ts-expect-error upper is required
new inbounds.BoundedLaplace({ lower: 0, epsilon: 1 })
// @ts-expect-error a misspelt option
new inbounds.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, sensitvity: 1 })
// @ts-expect-error no such calibration
new inbounds.BoundedLaplace({ lower: 0, upper: 1, epsilon: 1, calibration: 'best' })
// @ts-expect-error truths are numbers
age.privatise('37')
// @ts-expect-error objects are immutable
age.epsilon = 2
// @ts-expect-error the main entry takes no seed
await load({ seed: 1 })

export { again, continuous, density, error, errors, interval, loadOptions, noisy, scale, seeded }
