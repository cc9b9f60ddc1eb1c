// The worker as a function that can be awaited and cancelled.

/** @typedef {import('./computations/result.js').Result} Result */
/** @typedef {{ done: number, total: number, partial?: Result }} Progress */

export class Cancelled extends Error {}

/** A calculator whose library has been loaded. */
export async function startCalculator() {
  const worker = new Worker(new URL('./papers-worker.js', import.meta.url), { type: 'module' })
  /** @type {Map<number, { resolve: (result: Result) => void, reject: (error: Error) => void, onProgress: (progress: Progress) => void }>} */
  const waiting = new Map()
  let last = 0

  worker.addEventListener('message', ({ data: { number, progress, result, cancelled, failure } }) => {
    const question = waiting.get(number)
    if (!question) return
    if (progress) return question.onProgress(progress)
    waiting.delete(number)
    if (result) question.resolve(result)
    else question.reject(cancelled ? new Cancelled('cancelled') : new Error(failure))
  })
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'the worker could not be started'))
    waiting.clear()
  })

  return {
    /**
     * @param {string} id of the catalogue
     * @param {{ runs?: number, signal?: AbortSignal, onProgress?: (progress: Progress) => void }} [wishes]
     * @returns {Promise<Result>}
     */
    compute(id, { runs, signal, onProgress = () => {} } = {}) {
      const number = ++last
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new Cancelled('cancelled'))
        waiting.set(number, { resolve, reject, onProgress })
        signal?.addEventListener('abort', () => worker.postMessage({ number, cancel: true }), { once: true })
        worker.postMessage({ id, number, ...(runs && { runs }) })
      })
    }
  }
}

/** @typedef {Awaited<ReturnType<typeof startCalculator>>} Calculator */
