import { element, input } from '../controls/elements.js'
import { logarithmicTrack } from '../controls/tracks.js'
import { significant, whole } from '../wording/figures.js'

/**
 * A slider over a list of values, with its value in words beside it. Every place of it is a possible one, so nothing that it
 * says can be refused.
 * @param {string} id
 * @param {object} design
 * @param {readonly number[]} design.stops
 * @param {number} design.value one of them
 * @param {(value: number) => string} design.words
 * @param {() => void} design.onChange
 */
export function createDial(id, { stops, value, words, onChange }) {
  const slider = input(id)
  const shown = element(`${id}-shown`)
  slider.min = '0'
  slider.max = String(stops.length - 1)
  slider.step = '1'

  function follow() {
    const text = words(dial.value)
    shown.textContent = text
    slider.setAttribute('aria-valuetext', text)
  }

  const dial = {
    get value() {
      return /** @type {number} */ (stops[slider.valueAsNumber])
    },
    /** Moves to the stop nearest to a value, and tells. @param {number} target */
    move(target) {
      const distances = stops.map((stop) => Math.abs(stop - target))
      slider.value = String(distances.indexOf(Math.min(...distances)))
      follow()
      onChange()
    }
  }
  slider.value = String(stops.indexOf(value))
  slider.addEventListener('input', () => {
    follow()
    onChange()
  })
  follow()
  return dial
}

/** @param {number} from @param {number} to */
export function wholeNumbers(from, to) {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

const EPSILONS = logarithmicTrack(-1, 1).stops

/**
 * The dial that nearly all steps have.
 * @param {string} id
 * @param {number} value
 * @param {() => void} onChange
 */
export function createEpsilonDial(id, value, onChange) {
  return createDial(id, { stops: EPSILONS, value, words: (epsilon) => significant(epsilon), onChange })
}

/**
 * @param {string} id
 * @param {number} value
 * @param {[number, number]} powers of ten, of the fewest and of the most
 * @param {() => void} onChange
 */
export function createCountDial(id, value, [fewest, max], onChange) {
  const stops = logarithmicTrack(fewest, max).stops.filter(Number.isInteger)
  return createDial(id, { stops, value, words: whole, onChange })
}
