/** @typedef {import('./ordered-pool.js').WorkerPort} WorkerPort */

/** To start a worker takes longer than to draw a million values: whoever asks again soon finds those of last time. */
const KEPT_MILLISECONDS = 2000

/**
 * Starts workers, or takes those that have nothing to do. They hold no true values: the memory of these moves in and out.
 * @param {() => WorkerPort} start
 * @returns {() => import('./ordered-pool.js').Port}
 */
export function keepWorkers(start) {
  /** @type {Map<WorkerPort, ReturnType<typeof setTimeout>>} */
  const idle = new Map()

  /** @param {WorkerPort} port */
  function keep(port) {
    const timer = setTimeout(() => {
      idle.delete(port)
      port.end()
    }, KEPT_MILLISECONDS)
    timer.unref?.() // no process lives longer for it
    idle.set(port, timer)
  }

  function take() {
    for (const [port, timer] of idle) {
      clearTimeout(timer)
      idle.delete(port)
      if (!port.hasEnded) return port
    }
    return start()
  }

  return () => {
    const port = take()
    let isMine = true
    return {
      ask: port.ask,
      get waiting() {
        return port.waiting
      },
      // Whoever ends it twice must not end it for the next one, who may have it by then.
      end() {
        if (!isMine) return
        isMine = false
        // One that is in the middle of something is of no use to anybody else.
        if (port.waiting > 0 || port.hasEnded) port.end()
        else keep(port)
      }
    }
  }
}
