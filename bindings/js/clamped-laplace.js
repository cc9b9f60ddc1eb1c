import { KIND } from './engine-key.js'
import { LaplaceMechanism } from './laplace.js'

/**
 * Laplace noise of which whatever leaves the bounds is released as the nearer bound: what most people use today. It
 * piles up probability at both bounds; with delta 0, its scale is never larger than that of `BoundedLaplace`. One interval
 * or half-line; no gaps.
 */
export class ClampedLaplace extends LaplaceMechanism {
  static [KIND] = 'ClampedLaplace'
}
