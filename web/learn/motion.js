const LASTS = 900 // milliseconds

/**
 * Calls with a share that grows from 0 to 1; at once with 1 for those who asked for less motion. A new run brings the last one
 * to its end first, `stop` leaves it where it is.
 */
export function createMotion() {
  let frame = 0
  /** @type {((share: number) => void) | undefined} */
  let running

  /** @param {number} start */
  function step(start) {
    const share = Math.min((performance.now() - start) / LASTS, 1)
    const move = running
    if (share < 1) frame = requestAnimationFrame(() => step(start))
    else running = undefined
    move?.(share)
  }

  return {
    /** @param {(share: number) => void} move */
    run(move) {
      const last = running
      this.stop()
      last?.(1)
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return move(1)
      running = move
      step(performance.now())
    },
    stop() {
      cancelAnimationFrame(frame)
      running = undefined
    }
  }
}
