import { whole } from '../wording/figures.js'

// Something that grows before one's eyes: slowly at first, when each part can be seen, then faster.

const SECONDS = 4

/** How far it is. @param {number} done @param {number} total @param {string} what */
export function soFar(done, total, what) {
  return `${done < total ? `${whole(done)} of ` : ''}${whole(total)} ${what}`
}

/**
 * @param {number} total
 * @param {(upTo: number) => void} grow
 */
export function createStream(total, grow) {
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  let frame = 0
  let elapsed = 0
  let done = total
  let paused = false

  function next() {
    const since = performance.now()
    frame = requestAnimationFrame(() => {
      // A slow tab grows as much per second as a quick one.
      elapsed += Math.min(performance.now() - since, 100) / 1000
      const share = Math.min(elapsed / SECONDS, 1) ** 3
      done = Math.min(Math.max(Math.ceil(total * share), done + 1), total)
      grow(done)
      if (done < total) next()
    })
  }

  function stop() {
    cancelAnimationFrame(frame)
    done = total
  }

  return {
    start() {
      stop()
      elapsed = 0
      done = 0
      if (still.matches) {
        done = total
        grow(total)
      } else if (!paused) next()
    },
    stop,
    /**
     * A button that pauses and goes on; there is none for those who want no motion.
     * @param {HTMLElement} button
     */
    pauseWith(button) {
      button.hidden = still.matches
      button.addEventListener('click', () => {
        paused = button.getAttribute('aria-pressed') !== 'true'
        button.setAttribute('aria-pressed', String(paused))
        cancelAnimationFrame(frame)
        if (!paused && done < total) next()
      })
    }
  }
}
