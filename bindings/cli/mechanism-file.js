import { readFile } from 'node:fs/promises'
import { didYouMean } from '../csv/did-you-mean.js'
import { DataError, fileError, UsageError } from './errors.js'

// Mechanisms by the name of their class, or in writing: as `calibrate --json` and `privatise --save` wrote them.

/** For numbers: these can be calibrated here, and make columns private. */
const FOR_NUMBERS = ['ReflectedLaplace', 'BoundedLaplace', 'BoundedGaussian', 'ClampedLaplace']
const FOR_COUNTS = ['BetaPosterior', 'DirichletPosterior', 'SmoothLaplace']

/** @typedef {import('inbounds/collector').Collector} Collector */
/** A mechanism for one number. @typedef {import('inbounds/collector').LaplaceMechanism | import('inbounds/collector').BoundedGaussian} Mechanism */

/**
 * What a file has: one mechanism, or one for each of some columns.
 * @typedef {{ one: any, columns: undefined } | { one: undefined, columns: Map<string, any> }} FromFile
 */

/** Whether a word is meant to be a file. @param {string} word */
export function isFileName(word) {
  if (FOR_NUMBERS.includes(word)) return false
  return /[./\\]/.test(word)
}

/**
 * The class that a word names.
 * @param {Collector} inbounds
 * @param {string} [name]
 * @returns {new (options: any) => any}
 */
export function findClass(inbounds, name = 'ReflectedLaplace') {
  if (FOR_COUNTS.includes(name)) {
    const rule = `mechanism must be one for numbers (${FOR_NUMBERS.join(', ')}), got '${name}', which is for counts`
    throw new UsageError(rule, 'mechanism')
  }
  if (FOR_NUMBERS.includes(name)) return /** @type {any} */ (inbounds)[name]
  const hint = didYouMean(name, FOR_NUMBERS)
  const file = hint.includes('did you mean') ? '' : ` (and a file has a point or a slash in its name, as ./${name})`
  throw new UsageError(`there is no mechanism '${name}'${hint}${file}`, 'mechanism')
}

/**
 * @param {Collector} inbounds
 * @param {string} path
 * @returns {Promise<FromFile>}
 */
export async function mechanismsIn(inbounds, path) {
  const json = await jsonIn(path)
  if (isWritten(json)) return { one: restore(inbounds, json, path), columns: undefined }
  const entries = typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.entries(json) : []
  if (entries.length === 0 || !entries.every(([, value]) => isWritten(value))) {
    const rule = 'must be what calibrate --json or privatise --save wrote: a mechanism, or one for each column'
    throw new DataError(`'${path}' ${rule}, and it is not`)
  }
  return {
    one: undefined,
    columns: new Map(entries.map(([column, value]) => [column, restore(inbounds, value, `${path}, column ${column}`)]))
  }
}

/** A single number in, a single number out. @param {any} mechanism @param {string} where @returns {Mechanism} */
export function forNumbers(mechanism, where) {
  const name = Object(mechanism).toJSON().mechanism
  if (!FOR_NUMBERS.includes(name)) {
    throw new DataError(`'${where}' must have a mechanism for numbers, got a ${name}, which is for counts`)
  }
  if (Array.isArray(mechanism.lower)) {
    throw new DataError(`'${where}' must have a mechanism for single numbers, got a ${name} for vectors`)
  }
  return mechanism
}

/** @param {string} path */
async function jsonIn(path) {
  /** @type {string} */
  let text
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw fileError(error, `cannot read '${path}'`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new DataError(`'${path}' must be JSON, as calibrate --json and privatise --save write it, and it is not`)
  }
}

/** @param {any} json */
function isWritten(json) {
  return Object.hasOwn(Object(json), 'mechanism') && typeof json.mechanism === 'string'
}

/** @param {any} inbounds @param {{ mechanism: string }} json @param {string} where */
function restore(inbounds, json, where) {
  const known = [...FOR_NUMBERS, ...FOR_COUNTS]
  if (!known.includes(json.mechanism)) {
    throw new DataError(`'${where}': there is no mechanism '${json.mechanism}'${didYouMean(json.mechanism, known)}`)
  }
  try {
    return inbounds[json.mechanism].fromJSON(json)
  } catch (error) {
    throw new DataError(`'${where}': ${/** @type {Error} */ (error).message}`)
  }
}
