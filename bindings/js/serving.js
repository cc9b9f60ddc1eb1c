import { packError } from './error-transfer.js'

// What a worker of privatiseStream does: it gets a mechanism first, and then truths, and answers with private values.

/** @typedef {import('./error-transfer.js').TransferredError} TransferredError */
/** @typedef {{ mechanism: any, compiled?: import('./load.js').CompiledModule }} Start */
/** @typedef {{ truths: Float64Array }} Truths */
/** What is not there is undefined, and not missing: it would be inherited. @typedef {{ values: Float64Array | undefined, error: TransferredError | undefined }} Answer */

/**
 * @param {(start: Start) => Promise<any>} load what `load()` gives
 * @param {(answer: Answer, transfer: ArrayBuffer[]) => void} post
 * @returns {(message: Start | Truths) => Promise<void>}
 */
export function createServer(load, post) {
  /** @type {Promise<any> | undefined} */
  let loading
  /** @type {any} */
  let mechanism
  return async (message) => {
    try {
      if (isStart(message)) {
        loading ??= load(message)
        mechanism = (await loading)[message.mechanism.mechanism].fromJSON(message.mechanism)
        return post({ values: undefined, error: undefined }, [])
      }
      const { truths } = message
      // Over the true values: no copy of them is left here.
      const values = mechanism.privatiseAll(truths, { into: truths })
      post({ values, error: undefined }, [values.buffer])
    } catch (error) {
      post({ values: undefined, error: packError(error) }, [])
    }
  }
}

/** @param {Start | Truths} message @returns {message is Start} */
function isStart(message) {
  return Object.hasOwn(message, 'mechanism')
}
