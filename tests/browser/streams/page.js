import { draws, runsText } from './draws.js'

const workers = [1, 2].map(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }))

function ask(worker, question) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.problem ? reject(new Error(data.problem)) : resolve(data.answer))
    worker.onerror = ({ message }) => reject(new Error(`the worker failed: ${message}`))
    worker.postMessage(question)
  })
}

// While a debugger's command runs, Chromium does not apply the policy; after a turn of the event loop it does.
const afterwards = (work) => new Promise((resolve) => setTimeout(resolve)).then(work)

// For the test: the page's own thread first, then its workers.
globalThis.streams = {
  draws: () => Promise.all([afterwards(draws), ...workers.map((worker) => ask(worker, 'draws'))]),
  runsText: () => Promise.all([afterwards(runsText), ...workers.map((worker) => ask(worker, 'runsText'))])
}
