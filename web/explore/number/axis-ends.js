import { onDrag } from '../../controls/drag.js'
import { element } from '../../controls/elements.js'
import { LEAPS } from '../../controls/slider.js'
import { evenTrack, nearestStop, stopAfter } from '../../controls/tracks.js'
import { significant } from '../../wording/figures.js'

// The ends of the spans as handles on the axis: dragged, or moved by keys. Delete removes the gap that an end belongs to.

/** @typedef {import('./model.js').Model} Model */
/**
 * @typedef {object} End
 * @property {string} name
 * @property {number} value
 * @property {number} min
 * @property {number} max
 * @property {(value: number) => void} move
 * @property {() => void} [remove]
 */

/**
 * @param {object} changes what a moved end does
 * @param {(side: 'lower' | 'upper', value: number) => void} changes.moveBound
 * @param {(at: number, end: 0 | 1, value: number) => void} changes.moveGap
 * @param {(at: number) => void} changes.removeGap
 * @param {(held: boolean) => void} changes.hold whether the axis must stay where it is
 */
export function createAxisEnds({ moveBound, moveGap, removeGap, hold }) {
  const strip = element('axis-ends')
  /** @type {{ ends: End[], track: import('../../controls/tracks.js').Track, valueAt: (position: number) => number } | undefined} */
  let shown

  /** @param {Model} model @returns {End[]} */
  function endsOf({ mechanism, options, lower, upper }) {
    const gaps = options.gaps ?? []
    const inOrder = gaps.map((gap, at) => ({ gap, at })).sort((a, b) => a.gap[0] - b.gap[0])
    const edges = [lower, ...inOrder.flatMap(({ gap }) => gap), upper]
    /** @type {End[]} */
    const ends = inOrder.flatMap(({ gap, at }, place) =>
      gap.map((value, side) => ({
        name: `Gap ${at + 1}, ${side === 0 ? 'from' : 'to'}`,
        value,
        min: /** @type {number} */ (edges[2 * place + side]),
        max: /** @type {number} */ (edges[2 * place + side + 2]),
        move: (/** @type {number} */ to) => moveGap(at, /** @type {0 | 1} */ (side), to),
        remove: () => removeGap(at)
      }))
    )
    const [first, last] = [edges[1] ?? upper, edges.at(-2) ?? lower]
    const margin = (upper - lower) / 4
    if (Number.isFinite(mechanism.lower)) {
      ends.unshift({
        name: 'Lower bound',
        value: mechanism.lower,
        min: mechanism.lower - margin,
        max: first,
        move: (to) => moveBound('lower', to)
      })
    }
    if (Number.isFinite(mechanism.upper)) {
      ends.push({
        name: 'Upper bound',
        value: mechanism.upper,
        min: last,
        max: mechanism.upper + margin,
        move: (to) => moveBound('upper', to)
      })
    }
    return ends
  }

  /** Makes as many handles as there are ends; those that are there stay, so that the focus stays on them. @param {number} count */
  function provide(count) {
    while (strip.children.length > count) strip.lastElementChild?.remove()
    while (strip.children.length < count) strip.append(handle(strip.children.length))
  }

  /** @param {number} at */
  function handle(at) {
    const node = document.createElement('span')
    node.className = 'axis-end'
    node.tabIndex = 0
    node.setAttribute('role', 'slider')
    node.addEventListener('keydown', (event) => {
      const end = shown?.ends[at]
      if (!end || !shown) return
      if ((event.key === 'Delete' || event.key === 'Backspace') && end.remove) {
        event.preventDefault()
        end.remove()
        return
      }
      const leap = LEAPS.get(event.key)
      if (leap === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      end.move(within(end, stopAfter(shown.track, end.value, leap)))
    })
    onDrag(node, (x) => {
      const end = shown?.ends[at]
      if (!end || !shown) return
      const left = node.getBoundingClientRect().left - strip.getBoundingClientRect().left
      end.move(within(end, nearestStop(shown.track, shown.valueAt(left + x))))
    })
    node.addEventListener('pointerdown', () => hold(true))
    for (const over of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      node.addEventListener(over, () => hold(false))
    }
    return node
  }

  return {
    /** @param {(value: number) => number} positions @param {Model} model */
    show(positions, model) {
      const { lower, upper } = model
      const width = upper - lower
      const [from, to] = [positions(lower), positions(upper)]
      shown = {
        ends: endsOf(model),
        track: evenTrack(lower - width / 4, upper + width / 4),
        valueAt: (position) => lower + width * ((position - from) / (to - from))
      }
      provide(shown.ends.length)
      for (const [at, { name, value, min, max }] of shown.ends.entries()) {
        const node = /** @type {HTMLElement} */ (strip.children[at])
        node.style.setProperty('--at', `${positions(value)}px`)
        const texts = { label: name, valuenow: value, valuemin: min, valuemax: max, valuetext: significant(value) }
        for (const [attribute, text] of Object.entries(texts)) node.setAttribute(`aria-${attribute}`, String(text))
      }
    }
  }
}

/** @param {End} end @param {number} value */
function within({ min, max }, value) {
  return Math.min(Math.max(value, min), max)
}
