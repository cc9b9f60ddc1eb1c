import workerText from './inline-worker.js'
import { createStreaming } from './streaming.js'
import { workerPort } from './web-port.js'

// What the entry that is a single file does when there is much to do: the worker's file is made of what it carries.

export const streaming = createStreaming({
  start: () => {
    if (typeof Worker === 'undefined') throw new Error("this platform has no Worker; in Node, import 'inbounds'")
    const address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }))
    const worker = new Worker(address, { type: 'module' })
    for (const kind of ['message', 'error'])
      worker.addEventListener(kind, () => URL.revokeObjectURL(address), { once: true })
    return workerPort(worker)
  },
  greeting: (mechanism, { compiled }) => ({ mechanism: mechanism.toJSON(), compiled }),
  cores: () => navigator.hardwareConcurrency
})
