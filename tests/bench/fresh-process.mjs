// Run by sampling.bench.mjs, with --expose-gc: the time of a process's first draw and the memory that draws take beyond
// their input and output, as JSON.

import { load } from 'inbounds'

// The package keeps its memory to itself; it is seen when it is made.
let wasmMemory
const { instantiate } = WebAssembly
WebAssembly.instantiate = async (...args) => {
  const result = await instantiate(...args)
  wasmMemory = result.exports.memory ?? Object.values(result.exports).find((part) => part instanceof WebAssembly.Memory)
  return result
}

const { ReflectedLaplace } = await load()
const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
const started = performance.now()
mechanism.privatise(0.5)
const firstDraw = performance.now() - started

const truths = new Float64Array(1e7).fill(0.5)
const into = new Float64Array(1e7)
globalThis.gc()
const before = measureMemory()
mechanism.privatiseAll(truths, { into })
const memory = measureMemory() - before // without collecting first: what draws leave behind counts
console.log(JSON.stringify({ firstDraw, memory, wasm: wasmMemory.buffer.byteLength }))

function measureMemory() {
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers + wasmMemory.buffer.byteLength
}
