// Run by memory.test.mjs in a process of its own, with --expose-gc: what is left of memory after many mechanisms, many
// mistakes and many failed loads, as JSON.

import { readFile } from 'node:fs/promises'
import { load } from 'inbounds'
import { withSection } from '../../../tools/wasm-section.mjs'
import { watchMemories } from './watch-memories.mjs'

const memories = watchMemories()
const { ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian, build } = await load()

const spans = [
  [9, 12],
  [14, 18]
]
const factories = [
  () => new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 }).privatise(37),
  () => new ReflectedLaplace({ spans, epsilon: 1, sensitivity: 1 }).at(10).mean,
  () => new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 }).audit(),
  () => new ClampedLaplace({ lower: 0, upper: 1, epsilon: 1 }).privatiseAll([0.5]),
  () => new BoundedGaussian({ lower: [0, 0], upper: [1, 1], scale: 1 }).privatise([0, 1])
]
const mistakes = [
  () => new ReflectedLaplace({ lower: 0, upper: 120, epsilon: -1 }),
  () => new BoundedLaplace({ spans: [spans[0], spans[0]], epsilon: 1 }),
  () => new ClampedLaplace({ lower: 1, upper: 0, epsilon: 1 }),
  () => new BoundedGaussian({ lower: [0, 0], upper: [1], epsilon: 1 }),
  () => ReflectedLaplace.fromJSON('{"version":7}'),
  () => new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1, sensitivty: 1 })
]
const empty = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)
const wasm = await readFile(new URL(import.meta.resolve('inbounds/inbounds.wasm')))
const older = withSection(empty, 'inbounds', Buffer.from(JSON.stringify({ ...build, version: '0.0.0' })))
const hollow = withSection(empty, 'inbounds', Buffer.from(JSON.stringify(build)))
const attempts = [
  () => load({ wasm: new Uint8Array(1000) }),
  () => load({ wasm: wasm.subarray(0, 1000) }),
  () => load({ wasm: new WebAssembly.Module(empty) }),
  () => load({ wasm: older }),
  () => load({ wasm: hollow }), // found out only after it was instantiated
  () => load({ wasm: 'data:text/html,nothing' }),
  () => load({ wasm: new URL('file:///no/such/file.wasm') }),
  () => load({ wasm: 7 })
]

const results = {
  made: await growthOf(1e6, (at) => factories[at % factories.length]()),
  mistakes: await growthOf(1e5, (at) => failing(mistakes[at % mistakes.length])),
  refused: await growthOf(1e5, (at) => failing(attempts[at % attempts.length]))
}
console.log(JSON.stringify(results))

/** What memory has grown by, after a start that lets compilers and caches settle. */
async function growthOf(count, work) {
  await repeat(count / 20, work)
  const before = await memoryInUse()
  await repeat(count, work)
  const after = await memoryInUse()
  return { heap: after.heap - before.heap, buffers: after.buffers - before.buffers, wasm: after.wasm - before.wasm }
}

async function repeat(count, work) {
  for (let at = 0; at < count; ++at) {
    const pending = work(at)
    if (pending instanceof Promise) await pending
  }
}

function failing(work) {
  const unexpected = () => {
    throw new Error(`nothing failed in ${work}`)
  }
  try {
    const pending = work()
    return pending instanceof Promise ? pending.then(unexpected, () => {}) : unexpected()
  } catch (error) {
    if (error.message.startsWith('nothing failed')) throw error
  }
}

async function memoryInUse() {
  for (let turn = 0; turn < 3; ++turn) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 20)) // what is freed by other threads
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const wasmBytes = memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0)
  return { heap: heapUsed, buffers: arrayBuffers, wasm: wasmBytes }
}
