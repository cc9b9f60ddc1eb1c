import { tasks } from './spending.js'

addEventListener('message', async ({ data: { id, what, wishes } }) => {
  try {
    postMessage({ id, answer: await tasks[what](wishes) })
  } catch (error) {
    postMessage({ id, problem: String(error) })
  }
})
postMessage({ isReady: true })
