// What the lines of a sample that end in `// => value` call. A line that is never reached checks nothing, so that is a
// failure as well.

import { deepEqual } from 'node:assert/strict'

/** The check of a sample's lines, by their numbers; all of them must have been made when the program ends. */
export function checkerOf(lines) {
  const left = new Set(lines)
  process.once('exit', (code) => {
    if (code !== 0 || left.size === 0) return
    console.error(`never reached: ${[...left].map((line) => `line ${line}`).join(', ')}`)
    process.exitCode = 1
  })
  return (line, actual, expected) => {
    left.delete(line)
    deepEqual(actual, expected)
  }
}
