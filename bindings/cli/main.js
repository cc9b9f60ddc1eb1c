#!/usr/bin/env node
import { createRequire } from 'node:module'
import { didYouMean } from '../csv/did-you-mean.js'
import { parseWords } from './arguments.js'
import { auditCommand } from './audit-command.js'
import { budgetCommand } from './budget-command.js'
import { calibrateCommand } from './calibrate-command.js'
import { COMMANDS } from './command-options.js'
import { compareCommand } from './compare-command.js'
import { DataError, EXIT, OverBudgetError, ReaderGone, UsageError } from './errors.js'
import { estimateCommand } from './estimate-command.js'
import { generalHelp, helpFor } from './help.js'
import { privatiseCommand } from './privatise-command.js'
import { print, tell } from './standard-streams.js'

// `npx inbounds`: which command it is, and what its end is called.

/** @type {Record<string, (given: import('./arguments.js').Given) => Promise<void>>} */
const WORK = {
  privatise: privatiseCommand,
  estimate: estimateCommand,
  compare: compareCommand,
  calibrate: calibrateCommand,
  audit: auditCommand,
  budget: budgetCommand
}

/** @param {readonly string[]} words @returns {Promise<number>} the exit code */
async function run(words) {
  const [name, ...rest] = words
  if (name === undefined) {
    await tell(generalHelp())
    return EXIT.usage
  }
  if (name === '--help' || name === '-h') return show(generalHelp())
  if (name === '--version') return show(`${createRequire(import.meta.url)('inbounds/package.json').version}\n`)
  if (name === 'help') {
    const [about] = rest
    return show(about === undefined ? generalHelp() : helpFor(checkCommand(about)))
  }
  const command = /** @type {import('./command-options.js').Command} */ (COMMANDS[checkCommand(name)])
  if (rest.includes('--help') || rest.includes('-h')) return show(helpFor(name))
  await WORK[name]?.(parseWords(name, command, rest))
  return EXIT.done
}

/** @param {string} text */
async function show(text) {
  await print(text)
  return EXIT.done
}

/** @param {string} name */
function checkCommand(name) {
  if (Object.hasOwn(COMMANDS, name)) return name
  const what = name.startsWith('-') ? 'option' : 'command'
  const names = name.startsWith('-') ? ['--help', '--version'] : [...Object.keys(COMMANDS), 'help']
  throw new UsageError(`there is no ${what} '${name}'${didYouMean(name, names)}`)
}

/** @param {any} error @param {boolean} asJSON @returns {Promise<number>} */
async function explain(error, asJSON) {
  if (error instanceof ReaderGone) return EXIT.readerGone
  const message = String(error?.message ?? error)
  const { parameter, line, column } = error instanceof DataError || error instanceof UsageError ? /** @type {any} */ (error) : {} // biome-ignore format: one thing
  const lines = message.split('\n').slice(0, 3)
  await tell(asJSON ? JSON.stringify({ error: message, parameter, line, column }) : `inbounds: ${lines.join('\n')}`)
  if (error instanceof OverBudgetError) return EXIT.budget
  return error instanceof UsageError ? EXIT.usage : EXIT.data
}

// What must not stay behind is removed when the process exits, and so it exits.
process.on('SIGINT', () => process.exit(EXIT.interrupted))
process.on('SIGTERM', () => process.exit(EXIT.terminated))
process.on('SIGHUP', () => process.exit(EXIT.hangUp))

const words = process.argv.slice(2)
const code = await run(words).catch((error) => explain(error, words.includes('--json')))
process.exit(code) // said outright: standard input may still be open
