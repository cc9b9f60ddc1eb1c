// Things that are easy to recognise, wherever they turn up, and what of an error anybody gets to see.

import { inspect } from 'node:util'

const WORD = '37-secret'

const named = { [WORD]: class {} }

/** What is no number, given where a true value should be. @type {Record<string, unknown>} */
export const NO_NUMBERS = {
  'a string': WORD,
  'a BigInt': 123456789n,
  'a symbol': Symbol(WORD),
  'a function': Object.defineProperty(() => '37-secret', 'name', { value: WORD }),
  'an array': [[WORD]],
  'an array of numbers': [[123456.789]],
  'a typed array': Float64Array.of(123456.789),
  'an object that becomes one': { toString: () => WORD, valueOf: () => 123456.789, toJSON: () => WORD },
  'an object with odd properties': { constructor: { name: WORD }, [Symbol.toStringTag]: WORD },
  'an object of a class': new named[WORD](),
  'a String object': new String(WORD),
  'a Number object': new Number(123456.789),
  'a date': new Date(1234567890123),
  'an expression': new RegExp(WORD),
  'an error': new Error(WORD, { cause: WORD }),
  'a map': new Map([[WORD, 123456.789]])
}

/** Outside of every domain, and not whole either. */
export const OUTSIDE = 123456.789
/** In the gap from 12 to 14. */
export const IN_GAP = 12.3456789

const TELLTALES = [WORD, '123456', '12.34', '1234567890123', '2009-02-13']

/** What a secret looks like where somebody sees it; nothing if nobody does. @param {unknown} error */
export function leakIn(error) {
  return TELLTALES.map((telltale) => viewsOf(error).find((text) => text.includes(telltale))).find(Boolean)
}

/** All that logs, servers and consoles make of an error. @param {any} error @returns {string[]} */
export function viewsOf(error) {
  const inherited = {} // as pino and others copy
  for (const key in error) inherited[key] = error[key]
  const texts = [
    String(error),
    error.message,
    withoutPlaces(error.stack),
    JSON.stringify(error),
    JSON.stringify({ ...error }),
    JSON.stringify(Object.entries(error)),
    JSON.stringify(inherited),
    withoutPlaces(inspect(error)),
    withoutPlaces(inspect({ error }, { depth: 10 })),
    withoutPlaces(inspect(structuredClone(error)))
  ]
  const others = [error.cause, ...(error.errors ?? [])].filter((other) => other instanceof Error)
  return [...texts, ...others.flatMap(viewsOf)].filter((text) => text !== undefined)
}

/** In which line and column some code was running is no secret, and might look like one. @param {string} text */
function withoutPlaces(text) {
  return text.replaceAll(/:\d+:\d+/g, '')
}
