import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { threadOptions, threadPort } from './node-port.js'
import { createStreaming } from './streaming.js'

// What the entries for Node load when there is much to do.

export const streaming = createStreaming({
  // The literal form is what bundlers look for.
  start: () => threadPort(new Worker(new URL('./worker-node.js', import.meta.url), threadOptions())),
  greeting: (mechanism) => ({ mechanism: mechanism.toJSON() }),
  cores: availableParallelism
})
