import { parentPort } from 'node:worker_threads'
import { load } from './node.js'
import { createServer } from './serving.js'

// The thread that Node starts: dist/worker-node.js.

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const serve = createServer(
  () => load(),
  (answer, transfer) => port.postMessage(answer, transfer)
)
port.on('message', serve)
