import { BoundedLaplace } from './bounded-laplace.js'
import { ClampedLaplace } from './clamped-laplace.js'
import { ReflectedLaplace } from './reflected-laplace.js'

// Every mechanism there is, the one to prefer first: what `load()` hands out and `compare()` compares.

/** @typedef {'ReflectedLaplace' | 'BoundedLaplace' | 'ClampedLaplace'} MechanismName */

/**
 * @typedef {object} Entry
 * @property {typeof ReflectedLaplace | typeof BoundedLaplace | typeof ClampedLaplace} Mechanism
 * @property {boolean} atoms whether finite bounds carry probability of their own
 */

/** @type {Readonly<Record<MechanismName, Entry>>} */
export const CATALOGUE = {
  ReflectedLaplace: { Mechanism: ReflectedLaplace, atoms: false },
  BoundedLaplace: { Mechanism: BoundedLaplace, atoms: false },
  ClampedLaplace: { Mechanism: ClampedLaplace, atoms: true }
}
