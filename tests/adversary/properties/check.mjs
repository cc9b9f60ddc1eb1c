// How a property is tried. In `npm test` with a fixed seed, so that a failure is no accident; in `npm run test:long` with a
// fresh one, which is printed, for as long as INBOUNDS_PROPERTY_SECONDS says. fast-check prints seed and counterexample.

import { test } from 'node:test'
import fc from 'fast-check'

const seconds = Number(process.env.INBOUNDS_PROPERTY_SECONDS ?? 0)
const fixedSeed = 20250917
const seed = process.env.INBOUNDS_PROPERTY_SEED
  ? Number(process.env.INBOUNDS_PROPERTY_SEED)
  : seconds > 0
    ? Math.floor(Math.random() * 2 ** 31)
    : fixedSeed

/**
 * A test of one property.
 * @param {string} name a sentence
 * @param {number} runs in `npm test`
 * @param {fc.IRawProperty<any>} property
 */
export function holds(name, runs, property) {
  test(name, async (context) => {
    context.diagnostic(`seed ${seed}`)
    await fc.assert(
      property,
      seconds > 0
        ? { seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: 1000 * seconds }
        : { seed, numRuns: runs }
    )
  })
}
