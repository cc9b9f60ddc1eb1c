// What the types promise of laws, of the numbers that a mechanism has, and of how the WebAssembly was made.

import { type Build, type ContinuousLaw, type Inbounds, type LaplaceMechanism, type LatticeLaw, load } from 'inbounds'
import type { load as loadInline } from 'inbounds/inline'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectType = <_T extends true>() => undefined

const { ReflectedLaplace, ClampedLaplace, build } = await load()
const mechanisms: LaplaceMechanism[] = [
  new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 }),
  new ClampedLaplace({ lower: 0, upper: 1, epsilon: 1 })
]
expectType<Equal<LaplaceMechanism['lowest' | 'highest' | 'lower' | 'upper'], number>>()
expectType<Equal<LaplaceMechanism['rate' | 'scale' | 'granularity' | 'origin' | 'steps'], number>>()
expectType<Equal<LatticeLaw['truth' | 'snapped' | 'mean' | 'bias' | 'variance' | 'mse'], number>>()
expectType<Equal<ReturnType<LatticeLaw['pmf' | 'logPmf' | 'cdf' | 'survival']>, number>>()
expectType<Equal<ReturnType<ContinuousLaw['pdf' | 'logPdf' | 'atom' | 'cdf' | 'survival']>, number>>()
expectType<Equal<Parameters<ContinuousLaw['pdf']>, [y: number]>>()
expectType<Equal<LatticeLaw['quantile'], (probability: number) => number>>()
expectType<Equal<LatticeLaw['continuous'], ContinuousLaw>>()
expectType<Equal<typeof build, Readonly<Build>>>()
expectType<Equal<Build[keyof Build], string>>()
expectType<Equal<keyof Build, 'version' | 'compiler' | 'boost' | 'flags'>>()
expectType<Equal<typeof load, typeof loadInline>>()
expectType<Equal<Awaited<ReturnType<typeof loadInline>>, Inbounds>>()

// @ts-expect-error a law is of one true value
mechanisms[0]?.at([0, 1])
// @ts-expect-error a lattice has no density
mechanisms[0]?.at(0).pdf(0)
// @ts-expect-error nobody changes how it was made
build.flags = ''
