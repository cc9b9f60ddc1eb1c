import { createHeatMap } from '../../charts/heat-map.js'
import { afterPause } from '../../controls/after-pause.js'
import { datum, element, input } from '../../controls/elements.js'
import { numberIn } from '../../controls/number-field.js'
import { pairSlider } from '../../controls/slider.js'
import { evenTrack, logarithmicTrack } from '../../controls/tracks.js'
import { notice } from '../../site/start.js'
import { factorAtMost, formatterFor, significant, whole, withSign } from '../../wording/figures.js'
import { createBench } from '../bench.js'
import { choice, choose, fillNumbers } from '../fields.js'
import { createStream, soFar } from '../stream.js'
import { writeOptions } from '../written-options.js'
import { modelOf } from './model.js'

const DRAWS = 2000
const BOUNDS = ['lower-x', 'lower-y', 'upper-x', 'upper-y']

/**
 * A private place in a box: a vector of two coordinates.
 * @param {import('inbounds').Inbounds} inbounds
 * @param {import('../kinds.js').Host} host
 */
export function createPointKind(inbounds, host) {
  const field = (/** @type {string} */ name, parameter = name) => numberIn(`point-${name}`, parameter)
  const epsilonSlider = pairSlider(input('point-epsilon-slider'), input('point-epsilon'), logarithmicTrack(-2, 1))
  const xSlider = pairSlider(input('point-x-slider'), input('point-x'), evenTrack(0, 10))
  const ySlider = pairSlider(input('point-y-slider'), input('point-y'), evenTrack(1, 9))
  const map = createHeatMap(element('point-chart'), {
    xTitle: 'first coordinate',
    yTitle: 'second coordinate',
    onPick(x, y) {
      xSlider.moveTo(x)
      ySlider.moveTo(y)
    }
  })
  /** @type {import('./model.js').Model | undefined} */
  let model
  /** @type {Float64Array} */
  let places = new Float64Array()

  const stream = createStream(DRAWS, (upTo) => paint(upTo))
  stream.pauseWith(element('point-pause'))
  element('point-again').addEventListener('click', draw)
  for (const [name, radio] of /** @type {const} */ ([
    ['sensitivity', 'point-protect-own'],
    ['scale', 'point-amount-own'],
    ['epsilon', 'point-amount-epsilon']
  ])) {
    input(`point-${name}`).addEventListener('input', () => {
      if (name !== 'epsilon' || choice('point', 'amount') === 'own') input(radio).checked = true
    })
  }

  const drawSoon = afterPause(120, draw)

  function draw() {
    if (!model) return
    try {
      const truths = Float64Array.from({ length: 2 * DRAWS }, (_, at) => Number(model?.truth[at % 2]))
      places = model.mechanism.privatiseAll(truths)
      stream.start()
    } catch (error) {
      notice('No values were drawn', error)
    }
  }

  /** @param {number} count @param {number} [since] */
  function paint(count, since) {
    if (!model) return
    const { xEdges, yEdges, shares, laws, options, truth } = model
    /** @type {import('../../charts/marks.js').Mark[]} */
    const dots = []
    for (let at = 0; at < count; ++at) {
      dots.push({ x: Number(places[2 * at]), y: Number(places[2 * at + 1]), colour: 'ink', size: 1.25 })
    }
    const clamped = truth.map((value, side) =>
      Math.min(Math.max(value, Number(options.lower[side])), Number(options.upper[side]))
    )
    map.show(
      {
        xEdges,
        yEdges,
        values: shares,
        marks: [
          ...dots,
          { x: laws[0].mean, y: laws[1].mean, colour: 'plum' },
          { x: Number(clamped[0]), y: Number(clamped[1]), colour: 'truth', size: 7 }
        ]
      },
      since
    )
    element('point-drawn').textContent = soFar(count, DRAWS, 'private places')
  }

  return createBench('point', host, {
    fill(given) {
      fillNumbers('point', given, [...BOUNDS, 'epsilon', 'sensitivity', 'scale', 'granularity'])
      choose('point', 'protect', given.has('sensitivity') ? 'own' : given.size > 0 ? 'each' : undefined)
      choose(
        'point',
        'amount',
        given.has('scale') ? 'own' : given.has('calibration') ? 'published' : given.size > 0 ? 'epsilon' : undefined
      )
      if (given.size > 0) input('point-outside').checked = given.get('outside') === 'error'
      epsilonSlider.follow()
    },

    answer() {
      /** @type {import('./model.js').Options} */
      const options = {
        lower: [field('lower-x', 'lower'), field('lower-y', 'lower')],
        upper: [field('upper-x', 'upper'), field('upper-y', 'upper')]
      }
      const amount = choice('point', 'amount')
      if (amount === 'own') options.scale = field('scale')
      else options.epsilon = field('epsilon')
      if (amount === 'published') options.calibration = 'published'
      if (choice('point', 'protect') === 'own') options.sensitivity = field('sensitivity')
      if (input('point-outside').checked) options.outside = 'error'
      if (input('point-granularity').value.trim() !== '') options.granularity = field('granularity')
      return modelOf(inbounds, options, [field('x', 'truth'), field('y', 'truth')])
    },

    show(found, since) {
      model = found
      const { options } = found
      xSlider.setTrack(evenTrack(options.lower[0], options.upper[0]))
      ySlider.setTrack(evenTrack(options.lower[1], options.upper[1]))
      if (options.scale !== undefined) input('point-epsilon').value = significant(found.mechanism.epsilon)
      else input('point-scale').value = String(Number(found.mechanism.scale.toPrecision(6)))
      epsilonSlider.follow()
      stream.stop()
      paint(0, since)
      drawSoon()
      showNumbers(found)
    },

    entries({ options: { lower, upper, ...rest } }) {
      const ends = [...lower, ...upper]
      return [...BOUNDS.map((name, at) => /** @type {[string, unknown]} */ ([name, ends[at]])), ...Object.entries(rest)]
    },

    snippet: snippetOf,

    inWords: ({ mechanism, laws }) =>
      `Scale ${significant(mechanism.scale)}. Mean ${significant(laws[0].mean, 4)}, ${significant(laws[1].mean, 4)}.`,

    hide() {
      drawSoon.cancel()
      stream.stop()
    }
  })
}

/** @param {import('./model.js').Model} model */
function showNumbers({ mechanism, laws, options, truth, audit }) {
  datum('point-scale-value', mechanism.scale, significant(mechanism.scale))
  for (const [side, name] of /** @type {const} */ ([
    [0, 'x'],
    [1, 'y']
  ])) {
    const law = laws[side]
    const format = formatterFor({ lower: options.lower[side], upper: options.upper[side], scale: mechanism.scale })
    datum(`point-mean-${name}`, law.mean, format.aligned(law.mean))
    datum(`point-bias-${name}`, law.bias, withSign(format.aligned(law.bias)))
    datum(`point-deviation-${name}`, Math.sqrt(law.variance), format.aligned(Math.sqrt(law.variance)))
  }
  const distance = Math.sqrt(laws[0].mse + laws[1].mse)
  const [audited, neighbour, output] = [audit.truth, audit.neighbour, audit.output].map(
    (place) =>
      `(${[place]
        .flat()
        .map((value) => significant(value, 4))
        .join(', ')})`
  )
  element('point-distance').textContent =
    `What is released is ${significant(distance, 4)} away from the true place, as the root of the mean squared distance.`
  element('point-audit').textContent =
    `The worst case is the output ${output}, a corner: it is at most ${factorAtMost(audit.epsilon)} times as likely if the truth is ${audited} as if it is ${neighbour}. ` +
    `So the exact worst-case epsilon is ${significant(audit.epsilon)}${mechanism.calibration === 'given' ? ', which is what this scale gives away' : `, of ${significant(mechanism.epsilon)} allowed`}.`
  element('point-describe').textContent = mechanism.describe()
  element('point-chart').setAttribute(
    'aria-label',
    `Map of the places released for the true place ${significant(truth[0])}, ${significant(truth[1])}: likeliest there, and less the further away. ` +
      `The mean is ${significant(laws[0].mean, 4)}, ${significant(laws[1].mean, 4)}. Dots are ${whole(DRAWS)} private places.`
  )
}

/** @param {import('./model.js').Model} model */
function snippetOf({ mechanism, options, truth }) {
  return `import { load } from 'inbounds'

const { BoundedGaussian } = await load()
const mechanism = new BoundedGaussian({
${writeOptions(options)}
})

// A private place. Each call spends ${mechanism.epsilon} again.
mechanism.privatise([${truth.join(', ')}])

mechanism.scale // ${mechanism.scale}

// The exact worst case.
mechanism.audit()

// What to expect of each coordinate: also bias, variance, interval(0.95) ...
mechanism.at([${truth.join(', ')}])[0].mean
`
}
