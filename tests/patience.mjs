// How long tests wait, and how: for what they wait for, and never for some time.

import { AssertionError } from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** A machine may be busy for as long as this: only what hangs takes longer. Who mends a test may want to know sooner. */
export const patience = 1000 * Number(process.env.INBOUNDS_PATIENCE ?? 300)

/**
 * Waits until an assertion holds, and gives what it gives. What it says at the end of the patience is thrown, with the values
 * of then; what fails otherwise is thrown at once.
 * @template Found
 * @param {() => Found | Promise<Found>} check
 * @returns {Promise<Found>}
 */
export async function eventually(check) {
  const began = performance.now()
  for (let pause = 5; ; pause = Math.min(2 * pause, 100)) {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error
      if (performance.now() - began > patience) throw error
    }
    await sleep(pause)
  }
}

/**
 * Removes what a program has used, that may be writing its last file still. What stays is told, and is no fault of what was
 * tested.
 * @param {string} folder
 */
export async function removeFolder(folder) {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }).catch((error) =>
    console.warn(`${folder} stays: ${error.message}`)
  )
}
