import { portOf } from './ordered-pool.js'
import { ownOf } from './own.js'

/**
 * What a thread is started with. A program that was typed in (node --input-type=module --eval) has a flag that no file may be
 * run with.
 * @returns {import('node:worker_threads').WorkerOptions}
 */
export function threadOptions() {
  return ownOf(process.execArgv.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {})
}

/**
 * A thread of Node, as the pool wants it. It keeps the process alive only while it has something to do.
 * @param {import('node:worker_threads').Worker} worker
 */
export function threadPort(worker) {
  const port = portOf(
    (message, transfer) => {
      worker.ref()
      worker.postMessage(message, transfer)
    },
    () => void worker.terminate()
  )
  worker.on('message', (answer) => {
    port.answer(answer)
    if (port.waiting === 0) worker.unref()
  })
  worker.on('messageerror', port.fail)
  worker.on('error', port.fail)
  worker.on('exit', (code) => port.fail(new Error(`a worker ended by itself, with exit code ${code}`)))
  return port
}
