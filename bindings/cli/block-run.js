import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { workFor } from '../csv/block-work.js'
import { inOrder, portOf } from '../js/ordered-pool.js'

// All blocks of a file, worked on by threads, and the answers in the order of the file.

/** @typedef {import('../csv/row-blocks.js').RowBlock} RowBlock */
/** @typedef {import('../csv/block-work.js').Plan} Plan */
/** @typedef {import('../csv/block-work.js').Answer} Answer */

/** Cells are short-lived: room for more of them would only take memory. */
const MAX_MEBIBYTES_OF_YOUNG_CELLS = 8

/**
 * @param {import('inbounds/collector').Collector} inbounds
 * @param {Plan} plan
 * @param {RowBlock} first
 * @param {AsyncGenerator<RowBlock, void, void>} others
 * @param {number} threads
 * @returns {AsyncGenerator<Answer, void, void>}
 */
export async function* answersOf(inbounds, plan, first, others, threads) {
  const second = await others.next()
  if (second.done) {
    // Starting a thread takes longer than a small file does.
    yield workFor(inbounds, plan)(first)
    return
  }
  // In one of some sixty runs, Node 20 crashed when a thread ended while another one was compiling its code: the compiler
  // asks for what belongs to the thread, and that is gone. So each thread compiles its own, which takes no longer.
  setFlagsFromString('--no-concurrent-recompilation')
  const ports = Array.from({ length: threads }, () => threadFor(plan))
  yield* inOrder(tasksOf(first, second.value, others), ports)
}

/** @param {RowBlock} first @param {RowBlock} second @param {AsyncGenerator<RowBlock, void, void>} others */
async function* tasksOf(first, second, others) {
  yield taskOf(first)
  yield taskOf(second)
  for await (const block of others) yield taskOf(block)
}

/** @param {RowBlock} block */
function taskOf(block) {
  return { message: block, transfer: [block.bytes.buffer] }
}

/** @param {Plan} plan */
function threadFor(plan) {
  const worker = new Worker(new URL('./cli-thread.js', import.meta.url), {
    workerData: plan,
    resourceLimits: { maxYoungGenerationSizeMb: MAX_MEBIBYTES_OF_YOUNG_CELLS }
  })
  const port = portOf(
    (message, transfer) => worker.postMessage(message, transfer),
    () => void worker.terminate()
  )
  worker.on('message', port.answer)
  worker.on('messageerror', port.fail)
  worker.on('error', port.fail)
  worker.on('exit', (code) => port.fail(new Error(`a thread ended by itself, with exit code ${code}`)))
  return port
}
