// What the rows of the benchmarks are made of. A row has
//   what      the sentence; those that the README shows, too, stand in the constant inReadme of their benchmark
//   value     what was measured, with its unit
//   ratio     of the value to that of the row it is compared with, which has 1; or
//   speedup   how many times as fast as that row; or
//   exponent  time grows as n to the power of it
//   bar, pass if something is promised
// A benchmark that cannot be run where it is has the row { skipped: 'a sentence' } instead.

const units = { s: 1, ms: 1e-3, µs: 1e-6, ns: 1e-9 }

/** A time for people to read, in three digits. */
export function formatSeconds(seconds) {
  const [unit, size] = Object.entries(units).find(([, min]) => seconds >= min) ?? ['ns', 1e-9]
  return `${Number((seconds / size).toPrecision(3))} ${unit}`
}

/** A time and its bar. */
export function under(seconds, limit) {
  return { value: formatSeconds(seconds), bar: `under ${formatSeconds(limit)}`, pass: seconds < limit }
}

/** A speed and its bar. */
export function atLeast(speedup, min) {
  return { speedup, bar: `at least ${min}x`, pass: speedup >= min }
}

/** How the time grows from a small size to a large one, as a power of the size. */
export function growth([small, large], [quick, slow], max) {
  const exponent = Math.log(slow / quick) / Math.log(large / small)
  return {
    value: `${formatSeconds(slow)} for ${large.toLocaleString('en')}`,
    exponent,
    bar: `at most n^${max}`,
    pass: exponent <= max
  }
}

/** A function that does the work as often as it is told. */
export function repeat(work) {
  return (calls) => {
    for (let i = 0; i < calls; ++i) work()
  }
}
