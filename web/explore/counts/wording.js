import { factorAtMost, percent, significant, whole } from '../../wording/figures.js'
import { writeOptions } from '../written-options.js'

/** @typedef {import('./ask.js').Answer} Answer */

/** @param {readonly number[]} counts */
const list = (counts) => counts.join(', ')

/** @param {Answer} answer */
export function auditSentence({ audit, epsilon, delta, options, calibration }) {
  const pair = `if the true counts are ${list(audit.truth)} as if one answer were another: ${list(audit.neighbour)}`
  const isLocal = options.method === 'local'
  const claimed = isLocal ? `${significant(epsilon)} is what the formula claims` : `of ${significant(epsilon)} allowed`
  if (delta > 0) {
    return `The worst case: what is more than ${factorAtMost(epsilon)} times as likely ${pair} adds up to a delta of ${significant(audit.delta, 4)}, of ${significant(delta, 4)} allowed.`
  }
  return (
    `The worst case is the release of ${list(audit.output)}, ${factorAtMost(audit.epsilon)} times as likely ${pair}. So the exact worst-case epsilon is ` +
    `${significant(audit.epsilon)}, ${calibration === 'given' ? 'which is what this temperature gives away' : claimed}.`
  )
}

/**
 * @param {Answer} answer
 * @param {{ caps: Float64Array }} shown
 * @param {number} category
 */
export function chartInWords({ counts, options, drawn }, { caps }, category) {
  const likeliest = caps.indexOf(Math.max(...caps))
  return (
    `Chart of the counts released for ${counts[category]} of ${options.trials} answers: ${likeliest} is the likeliest, with ${percent(caps[likeliest] ?? 0)}.` +
    (drawn.length > 0 ? ` Bars show ${whole(drawn.length)} private counts.` : '')
  )
}

/** @param {Answer} answer */
export function snippetOf({ name, options, counts, epsilon }) {
  const truth = name === 'BetaPosterior' ? counts[0] : `[${list(counts)}]`
  const release =
    options.method === 'local'
      ? '// This method is not private, and releases nothing.'
      : `// A private posterior. Each call spends ${epsilon} again.\nmechanism.privatise(${truth})`
  return `import { load } from 'inbounds'

const { ${name} } = await load()
const mechanism = new ${name}({
${writeOptions(options)}
})

${release}

// The exact worst case.
mechanism.audit()

// What to expect.
mechanism.probabilities(${truth})
mechanism.expectedDistance(${truth})
`
}
