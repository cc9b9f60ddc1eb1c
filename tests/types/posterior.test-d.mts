// What the types promise of private posteriors, and of Laplace noise with smooth sensitivity.

import {
  type BetaPosterior,
  type BetaRelease,
  type DirichletPosterior,
  type DirichletRelease,
  type Inbounds,
  load,
  type PosteriorAudit,
  type PosteriorJSON,
  type PosteriorOptions,
  type SmoothAudit,
  type SmoothJSON,
  type SmoothLaplace,
  type SmoothOptions
} from 'inbounds'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const inbounds: Inbounds = await load()
const options: PosteriorOptions = {
  prior: [1, 1],
  trials: 100,
  epsilon: 1,
  delta: 1e-6,
  method: 'smooth',
  smoothing: 0.5
}
const beta: BetaPosterior = new inbounds.BetaPosterior(options)
const dirichlet: DirichletPosterior = new inbounds.DirichletPosterior({ prior: [1, 1, 1], trials: 9, temperature: 2 })
const weights = [1, 2] as const
const frozen: BetaPosterior = new inbounds.BetaPosterior({
  prior: weights,
  trials: 9,
  epsilon: 1,
  calibration: 'published',
  method: 'geometric'
})

const released = beta.privatise(37)
const several = dirichlet.privatise([3, 3, 3])
expectType<Equal<typeof released, BetaRelease>>()
expectType<Equal<typeof several, DirichletRelease>>()
expectType<Equal<BetaRelease['successes'], number>>()
expectType<Equal<BetaRelease['posterior'], readonly number[]>>()
expectType<Equal<DirichletRelease['counts'], readonly number[]>>()
expectType<Equal<ReturnType<typeof beta.probabilities>, Float64Array>>()
expectType<Equal<ReturnType<typeof beta.expectedDistance>, number>>()
expectType<Equal<ReturnType<typeof beta.candidate>, number>>()
expectType<Equal<ReturnType<typeof dirichlet.candidate>, readonly number[]>>()
expectType<Equal<ReturnType<typeof beta.audit>, PosteriorAudit<number>>>()
expectType<Equal<ReturnType<typeof dirichlet.audit>, PosteriorAudit<readonly number[]>>>()
expectType<Equal<ReturnType<typeof beta.toJSON>, PosteriorJSON>>()
expectType<Equal<ReturnType<typeof beta.describe>, string>>()
expectType<Equal<ReturnType<typeof beta.deltaOf>, number>>()
expectType<Equal<typeof beta.prior, readonly number[]>>()
expectType<Equal<typeof beta.method, 'geometric' | 'global' | 'smooth' | 'varying' | 'local'>>()
expectType<Equal<typeof beta.smoothing, number | undefined>>()
expectType<Equal<typeof beta.temperature, number>>()
expectType<Equal<typeof beta.candidates, number>>()
expectType<Equal<typeof beta.calibration, 'tight' | 'published' | 'given'>>()
const deltas: number[] = [beta.deltaOf(), beta.deltaOf({ epsilon: 0.5 })]
const copy: BetaPosterior = inbounds.BetaPosterior.fromJSON(beta.toJSON())
const fromText: DirichletPosterior = inbounds.DirichletPosterior.fromJSON(JSON.stringify(dirichlet))

const noise: SmoothOptions = { values: Float64Array.of(0.1, 0.3, 0.2), epsilon: 1, delta: 1e-6, smoothing: 0.1 }
const smooth: SmoothLaplace = new inbounds.SmoothLaplace(noise)
expectType<Equal<ReturnType<typeof smooth.privatise>, number>>()
expectType<Equal<ReturnType<typeof smooth.audit>, SmoothAudit>>()
expectType<Equal<ReturnType<typeof smooth.toJSON>, SmoothJSON>>()
expectType<Equal<typeof smooth.values, readonly number[]>>()
expectType<Equal<typeof smooth.scales, readonly number[]>>()
expectType<Equal<typeof smooth.alpha, number>>()
expectType<Equal<typeof smooth.granularity, number>>()
const smoothAgain: SmoothLaplace = inbounds.SmoothLaplace.fromJSON(JSON.stringify(smooth))

// @ts-expect-error a prior is a list of weights
new inbounds.BetaPosterior({ prior: 1, trials: 10, epsilon: 1 })
// @ts-expect-error of numbers
new inbounds.BetaPosterior({ prior: ['1', '1'], trials: 10, epsilon: 1 })
// @ts-expect-error the number of trials is public, and needed
new inbounds.BetaPosterior({ prior: [1, 1], epsilon: 1 })
// @ts-expect-error no such method
new inbounds.BetaPosterior({ prior: [1, 1], trials: 10, epsilon: 1, method: 'best' })
// @ts-expect-error it has a temperature, and no scale
new inbounds.BetaPosterior({ prior: [1, 1], trials: 10, scale: 1 })
// @ts-expect-error successes are one number
beta.privatise([3, 7])
// @ts-expect-error counts are one for each category
dirichlet.privatise(3)
// @ts-expect-error no batches
beta.privatiseAll([3])
// @ts-expect-error nor another scale
beta.deltaOf({ sensitivity: 1 })
// @ts-expect-error objects are immutable
beta.temperature = 2
// @ts-expect-error and so are their lists
beta.prior[0] = 2
// @ts-expect-error noise that depends on the truth needs a delta
new inbounds.SmoothLaplace({ values: [1, 2], epsilon: 1 })
// @ts-expect-error counts are numbers
smooth.privatise('3')

export { copy as again, deltas, fromText, frozen, smoothAgain }
