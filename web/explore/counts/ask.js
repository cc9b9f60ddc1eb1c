import { ParameterError } from 'inbounds'

/** @typedef {import('../counts-worker.js').Question} Question */
/** @typedef {import('../counts-worker.js').Answer} Answer */

/** Asks the worker, one question at a time; of those that wait, only the newest is worth an answer. */
export function createAsker() {
  /** @type {Worker | undefined} */
  let worker
  let turn = 0
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: unknown) => void } | undefined} */
  let waiting
  /** @type {Question | undefined} */
  let next
  let busy = false

  function send() {
    if (busy || !next) return
    worker ??= start()
    busy = true
    worker.postMessage(next)
    next = undefined
  }

  function start() {
    const worker = new Worker(new URL('./counts-worker.js', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }) => {
      busy = false
      if (data.turn === turn) settle(data)
      send()
    })
    worker.addEventListener('error', (event) => {
      busy = false
      waiting?.reject(new Error(event.message || 'the worker could not be started'))
    })
    return worker
  }

  /** @param {{ answer?: Answer, error?: { parameter?: string, message: string } }} data */
  function settle({ answer, error }) {
    if (answer) waiting?.resolve(answer)
    else if (error?.parameter) waiting?.reject(new ParameterError(error.parameter, undefined, error.message))
    else waiting?.reject(new Error(error?.message))
  }

  return {
    /** @param {Omit<Question, 'turn'>} question @returns {Promise<Answer>} never settles if a newer one comes */
    ask(question) {
      next = { ...question, turn: ++turn }
      const answer = new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
      send()
      return /** @type {Promise<Answer>} */ (answer)
    }
  }
}
