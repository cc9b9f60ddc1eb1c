/**
 * Rows of words in columns: the first to the left, numbers to the right.
 * @param {readonly (readonly string[])[]} rows
 * @param {readonly boolean[]} [isText] which columns are words
 */
export function textTable(rows, isText = [true]) {
  const widths = rows.reduce(
    (/** @type {number[]} */ max, row) => row.map((cell, at) => Math.max(cell.length, max[at] ?? 0)),
    []
  )
  const lines = rows.map((row) =>
    row.map((cell, at) => (isText[at] ? cell.padEnd(Number(widths[at])) : cell.padStart(Number(widths[at])))).join('  ')
  )
  return lines.map((line) => line.trimEnd()).join('\n')
}

/** A number as people read it. @param {number} value @param {number} [digits] */
export function short(value, digits = 4) {
  return String(Number(value.toPrecision(digits)))
}

/** One thing, two things. @param {number} count @param {string} thing @param {string} [things] */
export function pluralise(count, thing, things = `${thing}s`) {
  return `${count.toLocaleString('en')} ${count === 1 ? thing : things}`
}
