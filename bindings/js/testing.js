import { createSeededLoader } from './seeded.js'
import { streaming } from './streaming-no-workers.js'

/**
 * Like `load()`, but with a fixed sequence of bits instead of the platform's random ones: the same seed gives the same outputs
 * everywhere. For tests and figures only: whoever knows the seed can undo the noise.
 * @param seed a whole number from 0 to 2^64 - 1 (as a number: to 2^53 - 1)
 * @param options as of `load()`
 * @returns what `load()` gives, with noise that is not private
 */
export const loadSeeded = createSeededLoader(
  async () => new URL('./inbounds.wasm', import.meta.url),
  async () => streaming
)
