// The package's own worker, which records its words and searches its memory for them when it is asked to.

import { parentPort, workerData } from 'node:worker_threads'
import { placesOf, RecordedWords } from './recorded-words.mjs'
import { watchMemories } from './watch-memories.mjs'

const words = new RecordedWords()
const memories = watchMemories()
workerData.port.on('message', () => {
  const used = words.takeUsed()
  parentPort.postMessage({ used: used.length, places: placesOf(used, memories.at(-1)) })
})
await import(new URL('worker-node.js', import.meta.resolve('inbounds')))
