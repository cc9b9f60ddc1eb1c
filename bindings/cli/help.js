import { COMMANDS } from './command-options.js'
import { OTHER, OUTPUT } from './shared-options.js'

// Help that can be read by somebody who has never heard of epsilon.

const WIDTH = 100

/** From a question to an answer; each line can be run after those before it. */
export const WALK = [
  'inbounds compare --lower 0 --upper 120 --epsilon 1',
  'inbounds calibrate --lower 0 --upper 120 --granularity 1 --epsilon 1 --json > age.json',
  'inbounds audit age.json',
  'inbounds budget budget.json --epsilon 3',
  'inbounds privatise people.csv --column age --mechanism age.json --budget budget.json --output private.csv',
  'inbounds estimate private.csv --column age --mechanism age.json'
]

const EPSILON = `
Epsilon says how much a released value may tell. Whatever comes out, the odds between two true
values change by at most a factor of e^epsilon for whoever sees it, whatever else they know:
2.72 at epsilon 1, hardly anything at 0.1, nearly everything at 10. Smaller is more private, and
takes more noise. Each further release about the same people adds its epsilon to what was spent.`

const EXIT_CODES = `
Exit codes:
  0    done
  1    the data or a file is at fault; nothing was written
  2    the command was wrong
  3    a budget does not allow it; nothing was written, and nothing was spent
  130  interrupted (143: terminated); nothing was written
  141  whoever read the output went away`

/** What `inbounds --help` prints. */
export function generalHelp() {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(11)}${summary}`)
  const examples = WALK.map((line) => `  ${line}`)
  return `inbounds: differentially private noise that stays inside your bounds.

Usage: inbounds COMMAND [OPTIONS]

Commands:
${lines.join('\n')}
  help       what a command does: inbounds help privatise
${EPSILON}

Examples, each to be run after those before it:
${examples.join('\n')}

Options:
  --help, -h    this text; after a command, the text about that
  --version     the version of inbounds
${EXIT_CODES}
`
}

/** What `inbounds privatise --help` prints. @param {string} name */
export function helpFor(name) {
  const command = /** @type {import('./command-options.js').Command} */ (COMMANDS[name])
  const known = Object.entries(command.options)
  const groups = [...new Set(known.map(([, { group }]) => group))].sort((a, b) => rankOf(a) - rankOf(b))
  const options = groups.map((group) => {
    const some = known.filter(([, option]) => option.group === group)
    return `${group}:\n${some.map(optionLines).join('\n')}`
  })
  return `inbounds ${name}: ${command.summary}

Usage: ${command.usage}

${wrapText(command.about, 0)}
${EPSILON}

Examples:
${command.examples.map((example) => `  ${example}`).join('\n')}

${options.join('\n\n')}
${EXIT_CODES}
`
}

/** What is least asked for comes last. @param {string} group */
function rankOf(group) {
  return group === OTHER ? 2 : group === OUTPUT ? 1 : 0
}

/** @param {[string, import('./shared-options.js').Option]} option */
function optionLines([name, { value, short, help }]) {
  const term = `  --${name}${short ? `, -${short}` : ''}${value ? ` ${value}` : ''}`
  return `${term}\n${wrapText(help, 6)}`
}

/** @param {string} text @param {number} indent */
function wrapText(text, indent) {
  const margin = ' '.repeat(indent)
  /** @type {string[]} */
  const lines = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(margin + word)
  }
  return lines.join('\n')
}
