// Questions to the worker that reads files. Each has a worker of its own, so that it can be ended at any time.

/** What the visitor ended. */
export class Cancelled extends Error {}

/**
 * How far a release is.
 * @typedef {{ bytes: number, rows: number }} FileProgress
 */

/**
 * @template Answer
 * @param {object} question
 * @param {(progress: FileProgress) => void} [onProgress]
 * @returns {{ answer: Promise<Answer>, cancel: () => void }}
 */
export function askWorker(question, onProgress = () => {}) {
  const worker = new Worker(new URL('./file-worker.js', import.meta.url), { type: 'module' })
  let cancel = () => {}
  const answer = /** @type {Promise<Answer>} */ (
    new Promise((resolve, reject) => {
      cancel = () => reject(new Cancelled('cancelled'))
      worker.addEventListener('message', ({ data }) => {
        if (data.kind === 'progress') onProgress(data.progress)
        else if (data.kind === 'answer') resolve(data.answer)
        else reject(new Error(data.message))
      })
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker could not be started')))
      worker.addEventListener('messageerror', () => reject(new Error('the worker answered what cannot be read')))
      worker.postMessage(question)
    }).finally(() => worker.terminate())
  )
  return { answer, cancel: () => cancel() }
}
