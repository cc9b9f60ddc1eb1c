// What the types promise of bounded Gaussian noise: numbers in, numbers out; arrays in, arrays out.

import {
  type BoundedGaussian,
  type GaussianAudit,
  type GaussianJSON,
  type GaussianOptions,
  type GaussianScaleOptions,
  type Inbounds,
  type LatticeLaw,
  load,
  type Place
} from 'inbounds'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const inbounds: Inbounds = await load()
const options: GaussianOptions = { lower: 0, upper: 120, epsilon: 1, delta: 1e-6, sensitivity: 12, granularity: 1 }
const age: BoundedGaussian = new inbounds.BoundedGaussian(options)
const place: BoundedGaussian = new inbounds.BoundedGaussian({
  lower: [0, 0],
  upper: [10, 8],
  scale: 3,
  granularity: [1, 0.5],
  outside: 'error'
})
const corners = { lower: [0, 0], upper: [10, 8] } as const
const frozen: BoundedGaussian = new inbounds.BoundedGaussian({ ...corners, epsilon: 1, calibration: 'published' })

const drawnNumber = age.privatise(37)
const drawnVector = place.privatise([3, 4])
const drawnTyped = place.privatise(Float32Array.of(3, 4))
const law = age.at(37)
const laws = place.at([3, 4])
expectType<Equal<typeof drawnNumber, number>>()
expectType<Equal<typeof drawnVector, number[]>>()
expectType<Equal<typeof drawnTyped, number[]>>()
expectType<Equal<typeof law, LatticeLaw>>()
expectType<Equal<typeof laws, LatticeLaw[]>>()
expectType<Equal<Place, number | readonly number[]>>()
expectType<Equal<typeof age.lower, Place>>()
expectType<Equal<typeof age.granularity, Place>>()
expectType<Equal<typeof age.steps, Place>>()
expectType<Equal<typeof age.origin, Place>>()
expectType<Equal<typeof age.dimensions, number>>()
expectType<Equal<typeof age.scale, number>>()
expectType<Equal<typeof age.sensitivity, number>>()
expectType<Equal<typeof age.guarantee, 'dp'>>()
expectType<Equal<typeof age.calibration, 'tight' | 'published' | 'given'>>()
expectType<Equal<ReturnType<typeof age.privatiseAll>, Float64Array>>()
expectType<Equal<ReturnType<typeof age.audit>, GaussianAudit>>()
expectType<Equal<GaussianAudit['truth'], Place>>()
expectType<Equal<GaussianAudit['epsilon'], number>>()
expectType<Equal<ReturnType<typeof age.toJSON>, GaussianJSON>>()
expectType<Equal<ReturnType<typeof age.describe>, string>>()

const noisy: Float64Array = place.privatiseAll(Int32Array.of(1, 2), { into: new Float64Array(2) })
const questions: number[] = [age.epsilonOf(), age.epsilonOf({ scale: 3, delta: 0.1 }), age.deltaOf({ epsilon: 0.5 })]
const copy: BoundedGaussian = inbounds.BoundedGaussian.fromJSON(place.toJSON())
const fromText: BoundedGaussian = inbounds.BoundedGaussian.fromJSON(JSON.stringify(place))
const scaleOptions: GaussianScaleOptions = { lower: [0], upper: [1], epsilon: 1 }
const scale: number = inbounds.BoundedGaussian.scaleFor(scaleOptions)

// @ts-expect-error a string is no number
new inbounds.BoundedGaussian({ lower: '0', upper: 1, epsilon: 1 })
// @ts-expect-error nor in an array
new inbounds.BoundedGaussian({ lower: ['0'], upper: [1], epsilon: 1 })
// @ts-expect-error no spans
new inbounds.BoundedGaussian({ spans: [[0, 1]], epsilon: 1 })
// @ts-expect-error one guarantee only
new inbounds.BoundedGaussian({ lower: 0, upper: 1, epsilon: 1, guarantee: 'dp' })
// @ts-expect-error one sensitivity for all coordinates
new inbounds.BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1, sensitivity: [1, 1] })
// @ts-expect-error scaleFor needs an epsilon
inbounds.BoundedGaussian.scaleFor({ lower: 0, upper: 1 })
// @ts-expect-error scaleFor knows no lattice
inbounds.BoundedGaussian.scaleFor({ lower: 0, upper: 1, epsilon: 1, granularity: 1 })
// @ts-expect-error truths are numbers or vectors of numbers
place.privatise('37')
// @ts-expect-error no vectors of vectors
place.privatise([[3, 4]])
// @ts-expect-error coordinates one after the other
place.privatiseAll([[3, 4]])
// @ts-expect-error private values are doubles
place.privatiseAll([3, 4], { into: new Float32Array(2) })
// @ts-expect-error objects are immutable
place.scale = 2

export { copy as again, fromText, frozen, noisy, questions, scale }
