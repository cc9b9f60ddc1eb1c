import { nearestStop, stopAfter } from './tracks.js'

/** How many stops a key moves. */
export const LEAPS = new Map([
  ['ArrowRight', 1],
  ['ArrowUp', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10]
])

/**
 * A slider beside a number field: two ways to say the same number. The field holds it; the slider follows, and may be at
 * its end while the field says more.
 * @param {HTMLInputElement} slider
 * @param {HTMLInputElement} field
 * @param {import('./tracks.js').Track} firstTrack
 */
export function pairSlider(slider, field, firstTrack) {
  let track = firstTrack

  /** @param {number} value */
  function say(value) {
    field.value = String(value)
    follow()
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  function follow() {
    const value = field.valueAsNumber
    if (Number.isNaN(value)) return
    const place = track.place(value)
    // What has no place, such as the logarithm of 0, is as far down as can be.
    slider.value = place >= Number(slider.min) ? String(place) : slider.min
    slider.setAttribute('aria-valuetext', String(value))
  }

  /** @param {import('./tracks.js').Track} next */
  function setTrack(next) {
    track = next
    slider.min = String(track.place(/** @type {number} */ (track.stops[0])))
    slider.max = String(track.place(/** @type {number} */ (track.stops.at(-1))))
    follow()
  }

  slider.addEventListener('input', (event) => {
    event.stopPropagation() // the field tells the page, once
    say(nearestStop(track, slider.valueAsNumber))
  })
  // The browser's own step on a continuous slider is a tenth or a hundredth of the range: not numbers anybody wants.
  slider.addEventListener('keydown', (event) => {
    const leap = LEAPS.get(event.key)
    if (leap === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const value = Number.isNaN(field.valueAsNumber) ? nearestStop(track, slider.valueAsNumber) : field.valueAsNumber
    say(stopAfter(track, value, leap))
  })
  field.addEventListener('input', follow)
  setTrack(firstTrack)

  return {
    setTrack,
    follow,
    /** Moves to the stop nearest to a place on the slider. @param {number} position */
    moveTo: (position) => say(nearestStop(track, position))
  }
}
