import { draws, runsText } from './draws.js'

const answers = { draws, runsText }

addEventListener('message', async ({ data }) => {
  try {
    postMessage({ answer: await answers[data]() })
  } catch (error) {
    postMessage({ problem: String(error) })
  }
})
