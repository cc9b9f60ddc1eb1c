const runs = 5

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** Seconds per call of each function: medians of five rounds, the functions taking turns so that all see the same machine. */
export function secondsPerCall(functions, calls) {
  const times = functions.map(() => [])
  for (const work of functions) work(Math.ceil(calls / 10)) // compiled before it is timed
  for (let round = 0; round < runs; ++round) {
    for (const [index, work] of functions.entries()) {
      const started = performance.now()
      work(calls)
      times[index].push((performance.now() - started) / 1000 / calls)
    }
  }
  return times.map(median)
}
