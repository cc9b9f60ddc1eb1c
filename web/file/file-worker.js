import { load } from 'inbounds/collector'
import { firstRows } from './first-rows.js'
import { release } from './release.js'

// Where files are read: one question, one answer. Whoever asked ends this worker, also in the midst of it: then nothing is left.

const port = /** @type {{ postMessage: (message: unknown) => void }} */ (/** @type {unknown} */ (globalThis))

addEventListener('message', async ({ data }) => {
  try {
    const answer =
      data.kind === 'look'
        ? await firstRows(data.file, data.reading)
        : await release(await load(), data, (progress) => port.postMessage({ kind: 'progress', progress }))
    port.postMessage({ kind: 'answer', answer })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    port.postMessage({ kind: 'failed', name, message })
  }
})
