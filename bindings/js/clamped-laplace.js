import { KIND } from './engine-key.js'
import { LaplaceMechanism } from './laplace.js'

/**
 * Laplace noise of which whatever leaves the bounds is released as the nearer bound: what most people use today. Its
 * scale is never larger than that of `BoundedLaplace`, and it piles up probability at both bounds. One interval or half-line; no gaps.
 */
export class ClampedLaplace extends LaplaceMechanism {
  static [KIND] = 'ClampedLaplace'
}
