// What every app does with the package, however it was built and wherever it runs: facts, for the test to judge.

const spans = [
  [9, 12],
  [14, 18]
]

/** @param {Promise<object>} loading what `load()` returned */
export async function check(loading) {
  try {
    const { ReflectedLaplace, build } = await loading
    const visit = new ReflectedLaplace({ spans, sensitivity: 1, epsilon: 1, granularity: 0.25 })
    const drawn = visit.privatiseAll(new Float64Array(1000).fill(11.5))
    const { epsilon } = visit.audit()
    return {
      possible: drawn.filter((y) => y % 0.25 === 0 && spans.some(([from, to]) => y >= from && y <= to)).length,
      varied: new Set(drawn).size > 10,
      audited: epsilon > 0.5 && epsilon <= 1,
      version: build.version
    }
  } catch (error) {
    return { problem: String(error) }
  }
}
