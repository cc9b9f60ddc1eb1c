import { auditLines } from './audit-command.js'
import { asUsage, UsageError } from './errors.js'
import { findClass } from './mechanism-file.js'
import { mechanismOptions } from './option-values.js'
import { print } from './standard-streams.js'

/** @param {import('./arguments.js').Given} given */
export async function calibrateCommand(given) {
  if (!given.has('epsilon')) throw new UsageError('epsilon is required: how much may be given away', 'epsilon')
  const options = mechanismOptions(given.one)
  const { load } = await import('inbounds/collector')
  const Mechanism = findClass(await load(), given.one('mechanism'))
  const mechanism = asUsage(() => new Mechanism(options))
  if (given.has('json')) return print(`${JSON.stringify(mechanism, null, 2)}\n`)
  const { mechanism: name } = mechanism.toJSON()
  const lines = [
    `${name}: noise of scale ${mechanism.scale}, in steps of ${mechanism.granularity}`,
    mechanism.describe(),
    '',
    ...auditLines(mechanism.audit()),
    '',
    'To keep it for privatise and estimate, add --json and write it to a file: ... --json > mechanism.json'
  ]
  return print(`${lines.join('\n')}\n`)
}
