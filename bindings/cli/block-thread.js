import { parentPort, workerData } from 'node:worker_threads'
import { load } from 'inbounds/collector'
import { workFor } from '../csv/block-work.js'

// A thread: blocks in, answers out, in the same order. It has random bits of its own.

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const working = load().then((inbounds) => workFor(inbounds, workerData))

port.on('message', async (block) => {
  const answer = (await working)(block)
  port.postMessage(answer, answer.bytes ? [answer.bytes.buffer] : [])
})
