// Computes what the page asks for, away from the page, so that it never freezes.

import { load } from 'inbounds'
import { CATALOGUE } from './computations/catalogue.js'

const loading = load()
/** @type {Map<number, AbortController>} */
const running = new Map()

addEventListener('message', async ({ data: { id, number, runs, cancel } }) => {
  if (cancel) return running.get(number)?.abort()
  const entry = CATALOGUE.find((one) => one.id === id)
  const controller = new AbortController()
  running.set(number, controller)
  try {
    if (!entry) throw new Error(`there is nothing called ${id}`)
    /** @param {{ done: number, total: number }} progress */
    const onProgress = (progress) => postMessage({ number, progress })
    const result = await entry.compute(await loading, { signal: controller.signal, onProgress }, runs ? { runs } : {})
    postMessage({ number, result })
  } catch (error) {
    const cancelled = controller.signal.aborted
    postMessage({ number, cancelled, failure: error instanceof Error ? error.message : String(error) })
  }
  running.delete(number)
})
