import { classesWith } from './classes.js'
import { createEngine } from './engine.js'
import { buildOf } from './provenance.js'
import { createServer } from './serving.js'

// The worker that a page starts: dist/inbounds-worker.js, a file without imports, so that it can be copied to wherever it is
// needed. It is handed the module that the page has compiled already.

const serve = createServer(
  async ({ compiled = {} }) => {
    buildOf(compiled) // a worker that a cache kept too long does not know the module
    return classesWith(await createEngine(compiled))
  },
  (answer, transfer) => /** @type {any} */ (globalThis).postMessage(answer, transfer)
)
globalThis.addEventListener('message', ({ data }) => serve(data))
