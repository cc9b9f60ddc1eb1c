import { BoundedGaussian } from './bounded-gaussian.js'
import { BoundedLaplace } from './bounded-laplace.js'
import { ClampedLaplace } from './clamped-laplace.js'
import { ReflectedLaplace } from './reflected-laplace.js'

// Every mechanism there is, the one to prefer first: what `load()` hands out and `compare()` compares.

/**
 * The name of a mechanism's class.
 * @typedef {'ReflectedLaplace' | 'BoundedLaplace' | 'BoundedGaussian' | 'ClampedLaplace'} MechanismName
 */

/**
 * @typedef {object} Entry
 * @property {typeof ReflectedLaplace | typeof BoundedLaplace | typeof BoundedGaussian | typeof ClampedLaplace} Mechanism
 * @property {boolean} atoms whether finite bounds carry probability of their own
 * @property {boolean} [plain] whether it has no options for gaps, spans and guarantees
 */

/** @type {Readonly<Record<MechanismName, Entry>>} */
export const CATALOGUE = {
  ReflectedLaplace: { Mechanism: ReflectedLaplace, atoms: false },
  BoundedLaplace: { Mechanism: BoundedLaplace, atoms: false },
  BoundedGaussian: { Mechanism: BoundedGaussian, atoms: false, plain: true },
  ClampedLaplace: { Mechanism: ClampedLaplace, atoms: true }
}
