import { createStreaming } from './streaming.js'
import { workerPort } from './web-port.js'

// What the entry for browsers loads when there is much to do.

export const streaming = createStreaming({
  // The literal form is what bundlers look for: they put the file where the page finds it.
  start: () => workerPort(new Worker(new URL('./inbounds-worker.js', import.meta.url), { type: 'module' })),
  // Compiled already: a worker neither fetches nor compiles it again.
  greeting: (mechanism, { compiled }) => ({ mechanism: mechanism.toJSON(), compiled }),
  cores: () => navigator.hardwareConcurrency
})
