// Several workers whose answers are used as they come: nobody waits for a part that takes longer than those after it.

/** @typedef {import('./ordered-pool.js').Port} Port */
/** @typedef {import('./ordered-pool.js').Task} Task */

/** A worker with a second task waiting never stands idle. */
const TASKS_EACH = 2

/**
 * Hands every answer to `take`, with its task. Once anything fails, no further task is begun; what is thrown is the failure of
 * the earliest task, as if they had been done in turn. However it ends, the workers have ended.
 * @template {Task} T
 * @param {Iterator<T>} tasks
 * @param {readonly Port[]} ports
 * @param {(answer: any, task: T) => void} take
 * @param {AbortSignal} [signal]
 */
export async function inAnyOrder(tasks, ports, take, signal) {
  const end = () => {
    for (const port of ports) port.end()
  }
  signal?.addEventListener('abort', end)
  let begun = 0
  let isOver = false
  let earliest = { at: Number.POSITIVE_INFINITY, error: /** @type {unknown} */ (undefined) }
  /** @param {Port} port */
  const work = async (port) => {
    while (!isOver && !signal?.aborted) {
      const at = begun++
      try {
        const { done, value: task } = tasks.next()
        if (done) isOver = true
        else take(await port.ask(task.message, task.transfer ?? []), task)
      } catch (error) {
        isOver = true
        if (at < earliest.at) earliest = { at, error }
      }
    }
  }
  // Every worker has a first task before any has a second.
  const queues = Array.from({ length: TASKS_EACH }, () => ports).flat()
  await Promise.all(queues.map(work))
  signal?.removeEventListener('abort', end)
  end()
  signal?.throwIfAborted()
  if (earliest.at < begun) throw earliest.error
}
