// Where samples come from: ways to call the public interface so that two truths can be told apart. Each source has
// `both(count)`, which resolves to two samples of `count`, one for each truth.

/** @typedef {(count: number) => Promise<[Float64Array[], Float64Array[]]> | [Float64Array[], Float64Array[]]} Both */

/** `privatiseAll` with one and the same truth. @returns {Both} */
function runs(mechanism, a, b) {
  return (count) => [a, b].map((truth) => columnsOf(mechanism.privatiseAll(repeat([truth], count)), width(truth)))
}

/** `privatiseAll` with both truths by turns. @returns {Both} */
function mix(mechanism, a, b) {
  const sides = width(a)
  return (count) => {
    const columns = columnsOf(mechanism.privatiseAll(repeat([a, b], count)), 2 * sides)
    return [columns.slice(0, sides), columns.slice(sides)]
  }
}

/** `privatise`, by turns. @returns {Both} */
function singles(mechanism, a, b) {
  const one = (truth) => Array.from({ length: width(truth) }, () => [])
  return (count) => {
    const samples = [one(a), one(b)]
    for (let i = 0; i < count; ++i) {
      push(samples[0], mechanism.privatise(a))
      push(samples[1], mechanism.privatise(b))
    }
    return samples.map((columns) => columns.map((column) => Float64Array.from(column)))
  }
}

/** `privatise` of what releases more than numbers, or one at a time: counts are read as one number. @returns {Both} */
function release(mechanism, a, b) {
  const base = (mechanism.trials ?? 0) + 1
  const numberOf = (counts) => counts.reduce((number, count) => number * base + count, 0)
  const number = (drawn) => (typeof drawn === 'number' ? drawn : (drawn.successes ?? numberOf(drawn.counts)))
  return (count) =>
    [a, b].map((truth) => [Float64Array.from({ length: count }, () => number(mechanism.privatise(truth)))])
}

/** Which of the draws in a row changes: there are some before and one after it. */
export const CHANGED = 2

/** Four draws in a row of one call: of a, a, a, a or of a, a, b, a. @returns {Both} */
function rows(mechanism, a, b) {
  return (count) =>
    [a, b].map((truth) => columnsOf(mechanism.privatiseAll(repeat([a, a, truth, a], count)), 4 * width(a)))
}

/** The same by single calls. @returns {Both} */
function singleRows(mechanism, a, b) {
  return (count) =>
    [a, b].map((truth) => {
      const columns = Array.from({ length: 4 }, () => new Float64Array(count))
      for (let i = 0; i < count; ++i) {
        for (const [j, q] of [a, a, truth, a].entries()) columns[j][i] = mechanism.privatise(q)
      }
      return columns
    })
}

/** Two draws of one call that are `lag` apart: of a, a or of a, b. @returns {Both} */
export function lag2(mechanism, a, b, lag) {
  return (count) =>
    [a, b].map((truth) => {
      const periods = Math.ceil(count / lag)
      const truths = new Float64Array(2 * lag * periods).map((_, i) => (Math.floor(i / lag) % 2 ? truth : a))
      const released = mechanism.privatiseAll(truths)
      const place = (i) => Math.floor(i / lag) * 2 * lag + (i % lag)
      return [0, lag].map((shift) => Float64Array.from({ length: count }, (_, i) => released[place(i) + shift]))
    })
}

/** The first draws of two calls, one after the other: of a, a or of a, b. @returns {Both} */
function calls(mechanism, a, b) {
  return (count) =>
    [a, b].map((truth) => [a, truth].map((q) => mechanism.privatiseAll(new Float64Array(count).fill(q))))
}

/** The first draws of two instances that were loaded one after the other: of a, a or of a, b. @returns {Both} */
export function instances(makeFresh, a, b) {
  return async (count) => {
    const samples = []
    for (const truth of [a, b]) {
      const [first, second] = [await makeFresh(), await makeFresh()]
      const of = (mechanism, q) => mechanism.privatiseAll(new Float64Array(count).fill(q))
      samples.push([of(first, a), of(second, truth)])
    }
    return samples
  }
}

/** The ways that need nothing but a mechanism and two truths. */
export const WAYS = { runs, mixed: mix, singles, rows, singleRows, calls, released: release }

const width = (truth) => (typeof truth === 'number' ? 1 : truth.length)

/** The truths, one after the other, `count` times. */
function repeat(truths, count) {
  const flat = truths.flat()
  const all = new Float64Array(flat.length * count)
  for (let j = 0; j < flat.length; ++j) for (let i = j; i < all.length; i += flat.length) all[i] = flat[j]
  return all
}

function columnsOf(released, sides) {
  if (sides === 1) return [released]
  return Array.from({ length: sides }, (_, j) => {
    const column = new Float64Array(released.length / sides)
    for (let i = 0; i < column.length; ++i) column[i] = released[i * sides + j]
    return column
  })
}

function push(columns, released) {
  if (typeof released === 'number') columns[0].push(released)
  else for (let j = 0; j < columns.length; ++j) columns[j].push(released[j])
}
