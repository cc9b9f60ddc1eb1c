import { open, packagedWasm } from './node-files.js'
import { seededLoaderFrom } from './seeded.js'

/**
 * Like `load()`, but with a fixed sequence of bits instead of the platform's random ones: the same seed gives the same
 * values everywhere. For tests and figures only: whoever knows the seed can undo the noise.
 */
export const loadSeeded = seededLoaderFrom(packagedWasm, open)
