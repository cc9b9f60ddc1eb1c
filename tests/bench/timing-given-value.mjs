// An attacker who sees the released value and the time of its very draw: does the time tell more than the value does? Single
// draws at two truths are compared value by value, and what differs is added up.

const DRAWS = 100_000
const KEPT = 0.9 // slower draws were disturbed by something else
const FEW = 50 // draws of a value for one truth say nothing about their mean
const SUSPICIOUS = 4.5 // as in timing-attack.mjs

/** Times by value, for both truths. No branch on the truth here: processors foresee later branches by those before. */
function timesByValue(mechanism, truths) {
  const pair = Float64Array.from(truths)
  const which = Uint8Array.from({ length: DRAWS }, () => Math.floor(2 * Math.random()))
  const times = new Float64Array(DRAWS)
  const values = new Float64Array(DRAWS)
  for (let i = 0; i < DRAWS; ++i) values[i] = mechanism.privatise(pair[which[i]]) // compiled before it is timed
  for (let i = 0; i < DRAWS; ++i) {
    const truth = pair[which[i]]
    const started = performance.now()
    values[i] = mechanism.privatise(truth)
    times[i] = performance.now() - started
  }
  const limit = times.toSorted()[Math.floor(KEPT * DRAWS)]
  const byValue = new Map()
  for (let i = 0; i < DRAWS; ++i) {
    if (times[i] > limit) continue
    if (!byValue.has(values[i])) byValue.set(values[i], [[], []])
    byValue.get(values[i])[which[i]].push(times[i])
  }
  return [...byValue.values()].filter((both) => both.every((some) => some.length >= FEW))
}

/** The difference of the means of all values together, over its error. */
function stratify(strata) {
  let [difference, variance] = [0, 0]
  for (const both of strata) {
    const [a, b] = both.map((times) => {
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length
      return { mean, error: times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / times.length ** 2 }
    })
    const weight = 1 / (1 / both[0].length + 1 / both[1].length)
    difference += weight * (a.mean - b.mean)
    variance += weight ** 2 * (a.error + b.error)
  }
  return difference / Math.sqrt(variance)
}

/** @param {any} library */
export function givenValueRows({ ReflectedLaplace, BoundedLaplace, ClampedLaplace, BoundedGaussian }) {
  const whole = { lower: 0, upper: 12, granularity: 1, epsilon: 1 }
  const hours = { spans: [[9, 12], [14, 18]], sensitivity: 1, epsilon: 1, granularity: 0.25 } // biome-ignore format: a domain
  const row = (what, mechanism, truths, even) => {
    const t = stratify(timesByValue(mechanism, truths))
    const shown = { what: `${what}: time beside the value`, value: `t = ${t.toFixed(1)}` }
    return even ? { ...shown, bar: `within ${SUSPICIOUS}`, pass: Math.abs(t) < SUSPICIOUS } : shown
  }
  return [
    row('Reflected, whole numbers', new ReflectedLaplace(whole), [1.1, 6.1], true),
    row('Bounded, whole numbers', new BoundedLaplace(whole), [1.1, 6.1], true),
    row('Clamped, whole numbers', new ClampedLaplace(whole), [1.1, 6.1], true),
    row('Bounded, gaps', new BoundedLaplace(hours), [10.1, 16.1], true),
    row('Reflected, gaps', new ReflectedLaplace(hours), [10.1, 16.1]),
    row('Gaussian, whole numbers', new BoundedGaussian(whole), [1.1, 6.1])
  ]
}
