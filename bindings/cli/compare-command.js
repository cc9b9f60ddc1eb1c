import { asUsage } from './errors.js'
import { mechanismOptions } from './option-values.js'
import { print } from './standard-streams.js'
import { short, textTable } from './text-table.js'

/** @param {import('./arguments.js').Given} given */
export async function compareCommand(given) {
  const options = mechanismOptions(given.one)
  const { load } = await import('inbounds/collector')
  const { compare } = await load()
  const comparison = asUsage(() => compare(options))
  if (given.has('json')) return print(`${JSON.stringify(comparison, null, 2)}\n`)
  const { mechanisms, recommended, reason, unfit } = comparison
  const rows = mechanisms.map(({ mechanism, epsilon, scale, rmse }) => [
    `${mechanism === recommended ? '*' : ' '} ${mechanism}`,
    ...[epsilon, scale, rmse.average, rmse.worst].map((value) => short(value))
  ])
  const lines = [
    textTable([['  mechanism', 'epsilon', 'scale', 'average error', 'worst error'], ...rows]),
    '',
    `* Recommended: ${reason}`,
    ...unfit.map(({ mechanism, why }) => `Does not fit: ${mechanism}, since ${why}.`),
    'An error is the root of the mean square of (released value - true value), of a single answer.'
  ]
  return print(`${lines.join('\n')}\n`)
}
