import { checkOptions, formatValue } from './arguments.js'
import { ParameterError } from './errors.js'
import { createLibrary } from './load.js'
import { SeededWords } from './seeded-words.js'
import { compileFrom } from './wasm-source.js'

/** @typedef {import('./load.js').Inbounds} Inbounds */

/**
 * Makes the `loadSeeded` of an entry point.
 * @param {() => Promise<import('./load.js').WasmSource>} defaultSource
 * @param {() => Promise<any>} streaming
 * @param {import('./load.js').Open} [open]
 */
export function createSeededLoader(defaultSource, streaming, open) {
  /**
   * Like `load()`, but with a fixed sequence of bits instead of the platform's random ones: the same seed gives the same
   * outputs everywhere. For tests and figures only. Whoever knows the seed can undo the noise.
   * @param {number | bigint} seed a whole number from 0 to 2^64 - 1 (as a number: to 2^53 - 1)
   * @param {import('./load.js').LoadOptions} [options] as of `load()`
   * @returns {Promise<Inbounds>}
   */
  return async function loadSeeded(seed, options = {}) {
    const start = checkSeed(seed)
    const { wasm = defaultSource() } = /** @type {import('./load.js').LoadOptions} */ (
      checkOptions('loadSeeded', options, ['wasm'])
    )
    return createLibrary(await compileFrom(wasm, open), new SeededWords(start), streaming)
  }
}

/**
 * @param {unknown} seed
 * @returns {bigint}
 */
function checkSeed(seed) {
  if (typeof seed !== 'number' && typeof seed !== 'bigint') {
    throw new TypeError(`seed must be a number or a BigInt, got ${formatValue(seed)}`)
  }
  const whole = typeof seed === 'bigint' || Number.isSafeInteger(seed) ? BigInt(seed) : -1n
  if (whole >= 0n && whole < 1n << 64n) return whole
  throw new ParameterError(
    'seed',
    seed,
    `seed must be a whole number from 0 to 2^64 - 1 (beyond 2^53 - 1 as a BigInt), got ${seed}`
  )
}
