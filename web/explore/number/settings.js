import { ParameterError } from 'inbounds'
import { element, input } from '../../controls/elements.js'
import { numberIn } from '../../controls/number-field.js'
import { pairSlider } from '../../controls/slider.js'
import { evenTrack, logarithmicTrack, withNothing } from '../../controls/tracks.js'
import { createGapList } from './gap-list.js'

/**
 * What the visitor chose, in the words of the library; what was left to it is missing.
 * @typedef {object} Options
 * @property {number} lower
 * @property {number} upper
 * @property {[number, number][]} [gaps]
 * @property {number} [epsilon]
 * @property {number} [scale]
 * @property {number} [delta]
 * @property {number} [sensitivity]
 * @property {number} [granularity]
 * @property {'metric'} [guarantee]
 * @property {'published'} [calibration]
 * @property {'error'} [outside]
 */
/** @typedef {import('inbounds').MechanismName} MechanismName */
/** @typedef {{ mechanism: MechanismName, options: Options }} Choice */

export const DEFAULTS = { lower: 0, upper: 120, epsilon: 1 }
export const DEFAULT_MECHANISM = /** @type {MechanismName} */ ('ReflectedLaplace')
const DEFAULT_TRUTH = 37

/** The fields of the page: read, filled in, and kept in step with each other. */
export function createSettings() {
  const form = /** @type {HTMLFormElement} */ (element('playground'))
  const epsilonSlider = pairSlider(input('epsilon-slider'), input('epsilon'), logarithmicTrack(-2, 1))
  const deltaSlider = pairSlider(input('delta-slider'), input('delta'), withNothing(logarithmicTrack(-9, -1)))
  const scaleSlider = pairSlider(input('own-scale-slider'), input('own-scale'), logarithmicTrack(-1, 3))
  const sensitivitySlider = pairSlider(input('sensitivity-slider'), input('sensitivity'), evenTrack(1, DEFAULTS.upper))
  const truthSlider = pairSlider(input('truth-slider'), input('truth'), evenTrack(DEFAULTS.lower, DEFAULTS.upper))
  const gaps = createGapList()
  const mechanism = /** @type {HTMLSelectElement} */ (element('mechanism'))

  // Whoever types a number of their own, or moves a slider, has chosen to use it.
  for (const [field, choice] of /** @type {const} */ ([
    ['sensitivity', 'protect-own'],
    ['granularity', 'lattice-own'],
    ['own-scale', 'amount-scale'],
    ['epsilon', 'amount-epsilon'],
    ['delta', 'amount-epsilon']
  ])) {
    input(field).addEventListener('input', () => {
      input(choice).checked = true
    })
  }
  form.addEventListener('submit', (event) => event.preventDefault())

  /** @param {string} name */
  const radios = (name) => /** @type {RadioNodeList} */ (form.elements.namedItem(name))

  return {
    /** @returns {Choice & { truth: number }} */
    read() {
      const name = /** @type {MechanismName} */ (mechanism.value)
      /** @type {Options} */
      const options = {
        lower: input('open-lower').checked ? Number.NEGATIVE_INFINITY : numberIn('lower'),
        upper: input('open-upper').checked ? Number.POSITIVE_INFINITY : numberIn('upper')
      }
      const cutOut = gaps.read()
      if (cutOut.length > 0) options.gaps = cutOut
      if (radios('amount').value === 'own') options.scale = numberIn('own-scale', 'scale')
      else {
        options.epsilon = numberIn('epsilon')
        const delta = numberIn('delta')
        if (delta !== 0) options.delta = delta
        if (radios('calibration').value === 'published') options.calibration = 'published'
      }
      if (radios('protect').value === 'own') options.sensitivity = numberIn('sensitivity')
      if (radios('lattice').value === 'whole') options.granularity = 1
      if (radios('lattice').value === 'own') options.granularity = numberIn('granularity')
      if (radios('guarantee').value === 'metric') options.guarantee = 'metric'
      if (input('outside-refuse').checked) options.outside = 'error'
      refuseWhatItCannot(name, options)
      return { mechanism: name, options, truth: numberIn('truth') }
    },

    /** @param {{ mechanism?: MechanismName | undefined, options: Partial<Options> }} given the rest is as on a first visit */
    fill({ mechanism: name = DEFAULT_MECHANISM, options: given }) {
      const options = { ...DEFAULTS, ...given }
      const { lower, upper, sensitivity, granularity, scale, delta = 0 } = options
      mechanism.value = name
      for (const [field, bound] of /** @type {const} */ ([
        ['lower', lower],
        ['upper', upper]
      ])) {
        input(`open-${field}`).checked = !Number.isFinite(bound)
        if (Number.isFinite(bound)) input(field).value = String(bound)
      }
      gaps.fill(options.gaps ?? [])
      input('epsilon').value = String(options.epsilon)
      input('delta').value = String(delta)
      if (scale !== undefined) input('own-scale').value = String(scale)
      if (sensitivity !== undefined) input('sensitivity').value = String(sensitivity)
      if (granularity !== undefined && granularity !== 1) input('granularity').value = String(granularity)
      radios('amount').value = scale === undefined ? 'epsilon' : 'own'
      radios('protect').value = sensitivity === undefined ? 'each' : 'own'
      radios('lattice').value = granularity === undefined ? 'automatic' : granularity === 1 ? 'whole' : 'own'
      radios('guarantee').value = options.guarantee ?? 'dp'
      radios('calibration').value = options.calibration ?? 'tight'
      input('outside-refuse').checked = options.outside === 'error'
      input('truth').value = String(firstTruth(lower, upper, options))
      for (const slider of [epsilonSlider, deltaSlider, scaleSlider, sensitivitySlider, truthSlider]) slider.follow()
    },

    /**
     * What the library made of it: the true value can be moved within what is shown, and of epsilon and scale, each says what
     * the other gives.
     * @param {import('./model.js').Model} model
     */
    follow({ mechanism, options, lower, upper }) {
      const { stops, place } = evenTrack(0, upper - lower)
      sensitivitySlider.setTrack({ stops: stops.slice(1), place }) // 0 would protect nothing
      truthSlider.setTrack(evenTrack(lower, upper))
      for (const field of ['lower', 'upper']) input(field).disabled = input(`open-${field}`).checked
      if (options.scale === undefined) input('own-scale').value = String(Number(mechanism.scale.toPrecision(6)))
      else input('epsilon').value = String(Number(mechanism.epsilon.toPrecision(6)))
      epsilonSlider.follow()
      scaleSlider.follow()
    },

    gaps,

    /** @param {MechanismName} name */
    use(name) {
      mechanism.value = name
      mechanism.dispatchEvent(new Event('input', { bubbles: true }))
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
 * What the class has no option for is said in the words of the others.
 * @param {MechanismName} name
 * @param {Options} options
 */
function refuseWhatItCannot(name, { gaps, guarantee }) {
  if (name !== 'BoundedGaussian') return
  if (gaps) throw new ParameterError('gaps', gaps, `gaps must be none: ${name} has one interval`)
  if (guarantee) throw new ParameterError('guarantee', guarantee, `guarantee must be 'dp' for ${name}`)
}

/**
 * A true value to begin with: in the middle, but in no gap.
 * @param {number} lower
 * @param {number} upper
 * @param {Partial<Options>} options
 */
function firstTruth(lower, upper, { gaps = [], sensitivity = 1 }) {
  if (!Number.isFinite(lower)) return Number.isFinite(upper) ? upper - 3 * sensitivity : 0
  if (!Number.isFinite(upper)) return lower + 3 * sensitivity
  const isInGap = (/** @type {number} */ value) => gaps.some(([from, to]) => value > from && value < to)
  const middle = lower < DEFAULT_TRUTH && DEFAULT_TRUTH < upper ? DEFAULT_TRUTH : middleStop(lower, upper)
  return isInGap(middle) ? middleStop(lower, Math.min(...gaps.map(([from]) => from))) : middle
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
