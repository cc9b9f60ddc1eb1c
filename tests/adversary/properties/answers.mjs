// What a call may come to: a value, or an error of a documented kind whose sentence is of use.

import assert from 'node:assert/strict'
import { LoadError, ParameterError } from 'inbounds'
import { ParameterError as CollectorsError } from 'inbounds/collector' // a bundle of its own

// What engines say when a program trips over a value that it did not expect.
const tripped =
  /cannot|is not a function|is not iterable|not a constructor|not defined|reading '|Invalid|allocation|BigInt value/i
const speaks =
  /must|is required|takes|has no option|give either|cosines are for|deltaOf needs|must be called|this text is no JSON/

// True values, reports, and what a law is asked about.
const secret = /^(truths?|successes|counts?|value|y|prior\[\d+\]\[0\]|(groups\[\d+\]\.)?reports(?=\[))(\[\d+\])*$/
const aboutLength =
  /got a length of \d+$|one for each weight, got \d+$|must have \d+ (numbers|counts), got \d+$|at least one, got (0|none)$/

/**
 * @template T
 * @param {() => T} call
 * @returns {{ value: T } | { error: Error }}
 */
export function answerOf(call) {
  try {
    return { value: call() }
  } catch (error) {
    checkError(error)
    return { error }
  }
}

/** The same of a promise. @param {() => Promise<unknown>} call */
export async function answerLater(call) {
  try {
    return { value: await call() }
  } catch (error) {
    if (error instanceof LoadError) assert.ok(error.message.length > 0)
    else checkError(error)
    return { error }
  }
}

/** @param {any} error */
function checkError(error) {
  assert.ok(error instanceof Error, `what is thrown is an Error, got ${typeof error}`)
  const { message } = error
  if (error instanceof ParameterError || error instanceof CollectorsError) {
    assert.ok(typeof error.parameter === 'string' && error.parameter.length > 0, `names its parameter: ${message}`)
    assert.ok(message.includes(error.parameter), `the sentence names the parameter ${error.parameter}: ${message}`)
    if (typeof error.value === 'number') {
      if (secret.test(error.parameter) && !aboutLength.test(message)) {
        assert.match(
          message,
          /, got (NaN|a number (outside|in a gap)|another (number|sum))$/,
          'a true value is not shown'
        )
      } else {
        assert.ok(message.includes(String(error.value)), `the sentence shows the value ${error.value}: ${message}`)
      }
    }
    assert.ok(!Object.keys(error).includes('value'), 'the value is for those who ask')
  } else {
    const documented = error.constructor === TypeError || error.constructor === SyntaxError
    assert.ok(documented, `a documented kind of error, got ${error.stack}`)
    assert.doesNotMatch(message, tripped, error.stack)
  }
  assert.match(message, speaks, error.stack)
  assert.doesNotMatch(message, /report this|undefined must|\{[01]\}/, message)
}
