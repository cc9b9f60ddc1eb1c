import { BoundedGaussian } from './bounded-gaussian.js'
import { BoundedLaplace } from './bounded-laplace.js'
import { ClampedLaplace } from './clamped-laplace.js'
import { BetaPosterior, DirichletPosterior } from './posterior.js'
import { ReflectedLaplace } from './reflected-laplace.js'
import { SmoothLaplace } from './smooth-laplace.js'

// Every mechanism there is: what `load()` hands out.

/**
 * The name of a mechanism's class.
 * @typedef {'ReflectedLaplace' | 'BoundedLaplace' | 'BoundedGaussian' | 'ClampedLaplace'} MechanismName
 */

/**
 * @typedef {object} Entry
 * @property {typeof ReflectedLaplace | typeof BoundedLaplace | typeof BoundedGaussian | typeof ClampedLaplace} Mechanism
 * @property {boolean} atoms whether finite bounds carry probability of their own
 * @property {boolean} plain whether it has no options for gaps, spans and guarantees
 */

/** For numbers and vectors, the one to prefer first: these are what `compare()` compares. @type {Readonly<Record<MechanismName, Entry>>} */
export const CATALOGUE = {
  ReflectedLaplace: { Mechanism: ReflectedLaplace, atoms: false, plain: false },
  BoundedLaplace: { Mechanism: BoundedLaplace, atoms: false, plain: false },
  BoundedGaussian: { Mechanism: BoundedGaussian, atoms: false, plain: true },
  ClampedLaplace: { Mechanism: ClampedLaplace, atoms: true, plain: false }
}

/** For counts. */
export const FOR_COUNTS = { BetaPosterior, DirichletPosterior, SmoothLaplace }
