import { ParameterError } from 'inbounds'
import { element, input } from '../controls/elements.js'
import { pairSlider } from '../controls/slider.js'
import { evenTrack, logarithmicTrack } from '../controls/tracks.js'

/**
 * What the visitor chose, in the words of the library; what was left to it is missing.
 * @typedef {{ lower: number, upper: number, epsilon: number, sensitivity?: number, granularity?: number }} Options
 */

const DEFAULTS = { lower: 0, upper: 120, epsilon: 1 }
const DEFAULT_TRUTH = 37

/** The fields of the page: read, filled in, and kept in step with the bounds. */
export function createSettings() {
  const form = /** @type {HTMLFormElement} */ (element('playground'))
  const epsilonSlider = pairSlider(input('epsilon-slider'), input('epsilon'), logarithmicTrack(-2, 1))
  const truthSlider = pairSlider(input('truth-slider'), input('truth'), evenTrack(DEFAULTS.lower, DEFAULTS.upper))

  // Whoever types a number of their own has chosen to use it.
  for (const [field, choice] of [
    ['sensitivity', 'protect-own'],
    ['granularity', 'lattice-own']
  ]) {
    const choose = () => {
      input(/** @type {string} */ (choice)).checked = true
    }
    input(/** @type {string} */ (field)).addEventListener('input', choose)
  }
  form.addEventListener('submit', (event) => event.preventDefault())

  /** @param {string} name */
  const radios = (name) => /** @type {RadioNodeList} */ (form.elements.namedItem(name))

  return {
    /** @returns {{ options: Options, truth: number }} */
    read() {
      /** @type {Options} */
      const options = { lower: number('lower'), upper: number('upper'), epsilon: number('epsilon') }
      if (radios('protect').value === 'own') options.sensitivity = number('sensitivity')
      if (radios('lattice').value === 'whole') options.granularity = 1
      if (radios('lattice').value === 'own') options.granularity = number('granularity')
      return { options, truth: number('truth') }
    },

    /** @param {Partial<Options>} given the rest is as on a first visit */
    fill(given) {
      const options = { ...DEFAULTS, ...given }
      const { lower, upper, sensitivity, granularity } = options
      for (const name of /** @type {const} */ (['lower', 'upper', 'epsilon'])) input(name).value = String(options[name])
      if (sensitivity !== undefined) input('sensitivity').value = String(sensitivity)
      if (granularity !== undefined && granularity !== 1) input('granularity').value = String(granularity)
      radios('protect').value = sensitivity === undefined ? 'each' : 'own'
      radios('lattice').value = granularity === undefined ? 'automatic' : granularity === 1 ? 'whole' : 'own'
      input('truth').value = String(
        lower < DEFAULT_TRUTH && DEFAULT_TRUTH < upper ? DEFAULT_TRUTH : middleStop(lower, upper)
      )
      epsilonSlider.follow()
      truthSlider.follow()
    },

    /** The bounds are possible ones, so the true value can be moved between them. @param {Options} options */
    follow({ lower, upper }) {
      truthSlider.setTrack(evenTrack(lower, upper))
    },

    /** @param {number} value */
    moveTruth: (value) => truthSlider.moveTo(value),

    /** @param {() => void} tell */
    onChange(tell) {
      form.addEventListener('input', tell)
    }
  }
}

/**
 * What a field says. Text that is no number never reaches the library, so the page finds the words for it.
 * @param {string} name
 */
function number(name) {
  const text = input(name).value.trim()
  const fraction = /^1\s*\/\s*(\d+)$/.exec(text) // a step of 1/3 cannot be written with decimals
  const value = text === '' ? Number.NaN : fraction ? 1 / Number(fraction[1]) : Number(text)
  if (Number.isNaN(value)) throw new ParameterError(name, value, `${name} must be a number`)
  if (!Number.isFinite(value)) throw new ParameterError(name, value, `${name} must be finite here, to be drawn`)
  return value
}

/**
 * @param {number} lower
 * @param {number} upper
 */
function middleStop(lower, upper) {
  if (!(lower < upper)) return lower
  const { stops } = evenTrack(lower, upper)
  return /** @type {number} */ (stops[Math.floor(stops.length / 2)])
}
