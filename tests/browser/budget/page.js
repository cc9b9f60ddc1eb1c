import { inbounds, tasks } from './spending.js'

/** A worker, as a function that asks it to do something. */
async function newWorker() {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve
    worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`))
  })
  let requests = 0
  return (what, wishes) =>
    new Promise((resolve, reject) => {
      const id = ++requests
      worker.addEventListener('message', ({ data }) => {
        if (data.id === id) data.problem ? reject(new Error(data.problem)) : resolve(data.answer)
      })
      worker.postMessage({ id, what, wishes })
    })
}

// While a debugger's command runs, Chromium does not apply the policy; after a turn of the event loop it does.
const afterwards = (work) => new Promise((resolve) => setTimeout(resolve)).then(work)

// For the test.
globalThis.inbounds = inbounds
globalThis.here = (what, wishes) => afterwards(() => tasks[what](wishes))
globalThis.newWorker = newWorker
