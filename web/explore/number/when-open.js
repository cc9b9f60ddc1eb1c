import { element } from '../../controls/elements.js'

/**
 * Shows something in a panel that can be collapsed: only while somebody looks at it, and when it is open.
 * @template Shown
 * @param {string} id of the <details>
 * @param {(shown: Shown) => void} draw
 */
export function whenOpen(id, draw) {
  const panel = /** @type {HTMLDetailsElement} */ (element(id))
  /** @type {Shown | undefined} */
  let waiting
  const look = () => {
    if (!panel.open || waiting === undefined) return
    const shown = waiting
    waiting = undefined
    draw(shown)
  }
  panel.addEventListener('toggle', look)
  return {
    /** @param {Shown} shown */
    show(shown) {
      waiting = shown
      look()
    }
  }
}
