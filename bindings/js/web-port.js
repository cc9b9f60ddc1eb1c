import { portOf } from './ordered-pool.js'

/**
 * A worker of browsers (Bun and Deno have them, too), as the pool wants it.
 * @param {Worker} worker
 */
export function workerPort(worker) {
  const port = portOf(
    (message, transfer) => worker.postMessage(message, /** @type {ArrayBuffer[]} */ (transfer)),
    () => worker.terminate()
  )
  worker.addEventListener('message', ({ data }) => port.answer(data))
  worker.addEventListener('messageerror', () => port.fail(new Error('what a worker answered could not be read')))
  worker.addEventListener('error', (event) => {
    event.preventDefault() // whoever called hears of it
    // A file that is missing, or that a policy forbids, has no message.
    port.fail(new Error(event.message || 'its file is missing, or a Content-Security-Policy forbids it'))
  })
  return port
}
