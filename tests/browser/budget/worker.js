import * as spending from './spending.js'

addEventListener('message', async ({ data: { id, what, wishes } }) => {
  try {
    postMessage({ id, answer: await spending[what](wishes) })
  } catch (error) {
    postMessage({ id, problem: String(error) })
  }
})
postMessage({ isReady: true })
