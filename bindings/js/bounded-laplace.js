import { KIND } from './engine-key.js'
import { LaplaceMechanism } from './laplace.js'

/**
 * Laplace noise truncated to an interval (Holohan et al. 2020), to several spans or to a half-line (Croft, Sack, Shi): every
 * released value is possible, and no value is more likely for being at a bound.
 */
export class BoundedLaplace extends LaplaceMechanism {
  static [KIND] = 'BoundedLaplace'
}
