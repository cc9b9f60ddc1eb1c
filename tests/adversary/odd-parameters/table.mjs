import { MECHANISMS } from './audit.mjs'
import { cases, write } from './cases.mjs'
import { naiveOutcome } from './naive-outcomes.mjs'

// The README of this folder, from the cases, from what the textbook's code does with them, and from what is pinned.

const SHORT = {
  ReflectedLaplace: 'reflected',
  BoundedLaplace: 'bounded',
  ClampedLaplace: 'clamped',
  BoundedGaussian: 'Gaussian'
}

/** @param {Record<string, Record<string, any>>} pinned */
export function table(pinned) {
  const groups = [...new Set(cases.map(({ group }) => group))]
  const sections = groups.map((group) => {
    const rows = cases.filter((one) => one.group === group).map((one) => row(one, pinned[one.name]))
    return [`## ${group}`, '', '| odd | options | textbook code | here |', '| --- | --- | --- | --- |', ...rows].join(
      '\n'
    )
  })
  return `${HEAD}\n\n${sections.join('\n\n')}\n`
}

const HEAD = `# Odd parameters

${cases.length} sets of odd parameters, each with four mechanisms: what textbook code does with them (\`naive.mjs\`, run by the test; a loop of
20,000 turns counts as a program that hangs), and what the library does. Numbers of mechanisms that are made are their scales; the rest is in
\`pinned.json\`. \`audit.mjs\` checks what no pin can hide: the promise by formulas of its own, nothing outside, no NaN.
Both files are written by \`node tests/adversary/odd-parameters/pin.mjs\`; read the difference before you commit it.

Words for textbook code: *fine* (private, and not much more noise than needed), *loses 2, not 1* (less private than asked), *has 3 times the scale* (more noise
than needed here), *ignores it* (another number gives the same), and otherwise as they say. Where it is fine, a refusal here is a limit of this library: epsilon from 1e-15 to 700, widths and sensitivities from 1e-150 to 1e150.`

function row({ odd, options, truth, hasTruth, ...rest }, here) {
  const scales = Object.fromEntries(MECHANISMS.map((mechanism) => [mechanism, here[mechanism].scale]))
  const one = { odd, options, truth, hasTruth, ...rest }
  const given = Object.entries(options).map(([name, value]) => `${name}: ${write(value)}`)
  const shown = `\`{ ${given.join(', ')} }\`${hasTruth ? `, truth \`${write(truth)}\`` : ''}`
  const outcomes = merge((mechanism) => naiveOutcome(mechanism, one, scales[mechanism]))
  return `| ${odd} | ${shown} | ${outcomes} | ${merge((mechanism) => sentenceFor(here[mechanism]))} |`
}

/** @param {any} result */
function sentenceFor(result) {
  if (result.refused !== undefined) return `refused: ${result.message.replaceAll('|', '\\|')}`
  if (result.as !== undefined) return result.as === 'itself' ? 'taken as it is' : `taken as ${write(result.as)}`
  return `scale ${Number(result.scale.toPrecision(6))}`
}

/** What mechanisms have in common is said once. @param {(mechanism: string) => string} outcome */
function merge(outcome) {
  const names = new Map()
  for (const mechanism of MECHANISMS) {
    const text = outcome(mechanism)
    names.set(text, [...(names.get(text) ?? []), SHORT[mechanism]])
  }
  if (names.size === 1) return [...names.keys()][0]
  return [...names].map(([text, who]) => `${who.join(', ')}: ${text}`).join('<br>')
}
