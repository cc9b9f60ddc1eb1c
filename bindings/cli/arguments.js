import { parseArgs } from 'node:util'
import { didYouMean } from '../csv/did-you-mean.js'
import { UsageError } from './errors.js'

// parseArgs is part of Node: one dependency less in a package that has none. It is asked for tokens and not to be strict,
// since its own messages know of no neighbours ("did you mean"), and since it would take the -5 of `--lower -5` for an option.

/**
 * What a command was given. Each option is a list, empty if it was left out: most may be repeated.
 * @typedef {object} Given
 * @property {readonly string[]} files
 * @property {(option: string) => readonly string[]} all the values of an option
 * @property {(option: string) => string | undefined} one the value of an option that may be given once
 * @property {(option: string) => boolean} has whether it was given
 */

/**
 * @param {string} name of the command
 * @param {import('./command-options.js').Command} command
 * @param {readonly string[]} words
 * @returns {Given}
 */
export function parseWords(name, { options, maxFiles }, words) {
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(Object.entries(options).map(([option, known]) => [option, kindOf(known)])),
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  /** @type {Map<string, string[]>} */
  const values = new Map()
  /** @type {string[]} */
  const files = []
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value)
    if (token.kind !== 'option') continue
    const known = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (known === undefined) refuseUnknown(name, token.rawName, Object.keys(options))
    checkValue(known, token)
    const before = values.get(token.name) ?? []
    if (before.length > 0 && !known.multiple) {
      throw new UsageError(`${token.name} must be given once, got it twice`, token.name)
    }
    values.set(token.name, [...before, token.value ?? ''])
  }
  if (files.length > maxFiles) {
    const rule = maxFiles === 0 ? 'takes no file' : 'takes one file'
    throw new UsageError(`${name} ${rule}, got '${files.slice(maxFiles).join("', '")}'`)
  }
  const all = (/** @type {string} */ option) => values.get(option) ?? []
  return { files, all, one: (option) => all(option)[0], has: (option) => values.has(option) }
}

/** @param {import('./shared-options.js').Option} option @returns {{ type: 'string' | 'boolean', multiple: true, short?: string }} */
function kindOf({ value, short }) {
  return { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short && { short }) }
}

/** @param {string} command @param {string} rawName @param {readonly string[]} known @returns {never} */
function refuseUnknown(command, rawName, known) {
  const hint = didYouMean(rawName.replace(/^-+/, ''), known, '--')
  throw new UsageError(`${command} has no option '${rawName}'${hint}`, rawName.replace(/^-+/, ''))
}

/**
 * @param {import('./shared-options.js').Option} known
 * @param {{ name: string, value?: string | undefined, inlineValue?: boolean | undefined }} token
 */
function checkValue(known, { name, value, inlineValue }) {
  if (known.value === undefined) {
    if (value !== undefined) throw new UsageError(`${name} must be given without a value, got '${value}'`, name)
    return
  }
  // `--column --lower 0` has forgotten something; `--column=--lower` is meant so.
  const isForgotten = value === undefined || (!inlineValue && value.startsWith('--'))
  if (isForgotten || value === '') {
    throw new UsageError(`${name} must have a value, as in --${name} ${known.value}, and it has none`, name)
  }
}
