const runs = 5

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/**
 * Seconds per call of each function: medians of five rounds, the functions taking turns so that all see the same machine.
 * @param {((calls: number) => unknown)[]} functions
 * @param {number | number[]} calls of each of them in a round, or one for all
 */
export function secondsPerCall(functions, calls) {
  const times = functions.map(() => [])
  const callsOf = (index) => (Array.isArray(calls) ? calls[index] : calls)
  for (const [index, work] of functions.entries()) work(Math.ceil(callsOf(index) / 10)) // compiled before it is timed
  for (let round = 0; round < runs; ++round) {
    for (const [index, work] of functions.entries()) {
      const started = performance.now()
      work(callsOf(index))
      times[index].push((performance.now() - started) / 1000 / callsOf(index))
    }
  }
  return times.map(median)
}

/**
 * Seconds of each piece of work that has to be waited for, round by round, in turn. A first round is not counted: workers
 * start in it, and everything is compiled.
 * @param {(() => unknown)[]} works
 * @returns {Promise<number[][]>} five for each
 */
export async function roundsOf(works) {
  const times = works.map(() => [])
  for (let round = 0; round <= runs; ++round) {
    for (const [index, work] of works.entries()) {
      const started = performance.now()
      await work()
      if (round > 0) times[index].push((performance.now() - started) / 1000)
    }
  }
  return times
}
