// What an app does that has much to make private: facts, for the test to judge.

/** @param {Promise<object>} loading what `load()` returned @param {number} [workers] */
export async function stream(loading, workers) {
  try {
    const { ReflectedLaplace } = await loading
    const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
    const seen = new Set()
    const values = await age.privatiseStream(new Float64Array(600_000).fill(37), {
      ...(workers === undefined ? {} : { workers }),
      onProgress: (progress) => seen.add(progress.workers > 0)
    })
    const chunks = []
    for await (const chunk of age.privatiseStream([[1, 2], [3]].values())) chunks.push(chunk.length)
    const refused = await age.privatiseStream([1, Number.NaN]).catch((error) => error.parameter)
    return {
      possible: values.filter((value) => value % 1 === 0 && value >= 0 && value <= 120).length,
      varied: new Set(values).size > 10,
      chunks,
      refused,
      onWorkers: [...seen].join()
    }
  } catch (error) {
    return { problem: String(error) }
  }
}
