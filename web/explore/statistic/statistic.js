import { ParameterError } from 'inbounds'
import { createBarChart } from '../../charts/bar-chart.js'
import { countsOf } from '../../charts/bars.js'
import { createLineChart } from '../../charts/line-chart.js'
import { afterPause } from '../../controls/after-pause.js'
import { element, input } from '../../controls/elements.js'
import { numberIn } from '../../controls/number-field.js'
import { pairSlider } from '../../controls/slider.js'
import { evenTrack, logarithmicTrack, wholeTrack } from '../../controls/tracks.js'
import { notice } from '../../site/start.js'
import { percent, significant } from '../../wording/figures.js'
import { createBench } from '../bench.js'
import { choice, choose, fillNumbers } from '../fields.js'
import { createStream, soFar } from '../stream.js'
import { writeOptions } from '../written-options.js'
import { FORMULAS, valuesOf } from './formulas.js'
import { modelOf } from './model.js'

const DRAWS = 2000
const MAX = 1000

/**
 * A private number that is computed from a count, with noise of smooth sensitivity.
 * @param {import('inbounds').Inbounds} inbounds
 * @param {import('../kinds.js').Host} host
 */
export function createStatisticKind(inbounds, host) {
  const field = (/** @type {string} */ name) => numberIn(`statistic-${name}`, name)
  const sliders = {
    epsilon: pairSlider(input('statistic-epsilon-slider'), input('statistic-epsilon'), logarithmicTrack(-2, 1)),
    delta: pairSlider(input('statistic-delta-slider'), input('statistic-delta'), logarithmicTrack(-9, -1)),
    trials: pairSlider(input('statistic-trials-slider'), input('statistic-trials'), evenTrack(2, 300)),
    count: pairSlider(input('statistic-count-slider'), input('statistic-count'), wholeTrack(100))
  }
  const chart = createBarChart(element('statistic-chart'), { xLabel: (split) => significant(split, 3) })
  const scales = createLineChart(element('statistic-scales-chart'), {
    lines: [{ colour: 'law', width: 2.5 }],
    xTitle: 'true count',
    yTitle: 'scale of the noise',
    onPick: (value) => sliders.count.moveTo(value)
  })
  /** @type {import('./model.js').Model | undefined} */
  let model
  /** @type {Float64Array} */
  let values = new Float64Array()

  const stream = createStream(DRAWS, (upTo) => paint(upTo))
  const drawSoon = afterPause(120, draw)
  stream.pauseWith(element('statistic-pause'))
  element('statistic-again').addEventListener('click', draw)
  // The count goes on to be one that there is.
  element('statistic-formula').addEventListener('input', () => {
    const max = choice('statistic', 'formula') === 'own' ? ownValues().length - 1 : field('trials')
    if (field('count') > max) input('statistic-count').value = String(Math.floor(max / 2))
  })

  function draw() {
    if (!model) return
    const { mechanism, count } = model
    try {
      values = Float64Array.from({ length: DRAWS }, () => mechanism.privatise(count))
      stream.start()
    } catch (error) {
      notice('No values were drawn', error)
    }
  }

  /** @param {number} drawn @param {number} [since] */
  function paint(drawn, since) {
    if (!model) return
    const { cut, curve, centre } = model
    const counts = countsOf(cut, values.subarray(0, drawn))
    const heights = Array.from(counts, (count, at) => {
      const { from = 0, to = 1 } = cut.bars[at] ?? {}
      return drawn > 0 ? count / drawn / (to - from) : 0
    })
    const top = 1.3 * Math.max(...curve.ys)
    chart.show({ bars: cut.bars, heights, curve, top, marks: [{ x: centre, colour: 'truth' }] }, since)
    element('statistic-drawn').textContent = soFar(drawn, DRAWS, 'private values')
  }

  return createBench('statistic', host, {
    fill(given) {
      choose('statistic', 'formula', given.get('formula'))
      fillNumbers('statistic', given, ['trials', 'epsilon', 'delta', 'smoothing'])
      const own = given.get('values')
      if (own) input('statistic-values').value = own
      choose('statistic', 'calibration', given.get('calibration') ?? (given.size > 0 ? 'tight' : undefined))
      const trials = Number(given.get('trials'))
      if (trials > 0) input('statistic-count').value = String(Math.round(trials / 2))
      for (const slider of Object.values(sliders)) slider.follow()
    },

    answer() {
      const formula = choice('statistic', 'formula')
      const isOwn = formula === 'own'
      element('statistic-own').hidden = !isOwn
      element('statistic-trials-setting').hidden = isOwn
      const trials = isOwn ? ownValues().length - 1 : field('trials')
      refuseUnlessWhole(isOwn ? 'values' : 'trials', trials, 1, MAX)
      const count = field('count')
      refuseUnlessWhole('count', count, 0, trials)
      /** @type {import('./model.js').Options} */
      const options = { epsilon: field('epsilon'), delta: field('delta') }
      if (input('statistic-smoothing').value.trim() !== '') options.smoothing = field('smoothing')
      if (choice('statistic', 'calibration') === 'published') options.calibration = 'published'
      return modelOf(inbounds, formula, isOwn ? ownValues() : valuesOf(formula, trials), options, count)
    },

    show(found, since) {
      model = found
      sliders.count.setTrack(wholeTrack(found.trials))
      stream.stop()
      paint(0, since)
      drawSoon()
      scales.show({
        xs: found.mechanism.scales.map((_, at) => at),
        ys: [found.mechanism.scales],
        marks: [{ x: found.count, colour: 'truth' }]
      })
      showWords(found)
    },

    entries: ({ formula, values, trials, options }) => [
      ['formula', formula],
      formula === 'own' ? ['values', Array.from(values).join(', ')] : ['trials', trials],
      ...Object.entries(options)
    ],
    snippet: snippetOf,
    inWords: ({ scale, centre }) => `Scale ${significant(scale, 4)}, around ${significant(centre, 4)}.`,
    hide() {
      drawSoon.cancel()
      stream.stop()
    }
  })
}

/** @param {import('./model.js').Model} model */
function showWords({ mechanism, formula, trials, count, centre, scale, atoms, audit }) {
  const words = FORMULAS[formula]?.words ?? 'your number'
  const place = /** @type {HTMLDataElement} */ (element('statistic-scale'))
  place.value = String(scale)
  place.textContent = significant(scale, 5)
  element('statistic-note').textContent = `For ${count} of ${trials}, ${words} is ${significant(centre, 5)}.`
  element('statistic-ends').textContent =
    `${percent(atoms[0] ?? 0)} at ${significant(mechanism.lowest, 3)}, ${percent(atoms[1] ?? 0)} at ${significant(mechanism.highest, 3)}`
  element('statistic-audit').textContent =
    `Checked for all counts that differ by one answer: the most that escapes an epsilon of ${significant(mechanism.epsilon)} is a delta of ${significant(audit.delta, 5)}, ` +
    `between the counts ${audit.truth} and ${audit.neighbour}; ${significant(mechanism.delta, 5)} is allowed.`
  element('statistic-describe').textContent = mechanism.describe()
  element('statistic-chart').setAttribute(
    'aria-label',
    `Chart of the numbers released for ${words}, which is ${significant(centre, 5)}: likeliest there, falling to both sides with a scale of ${significant(scale, 4)}.`
  )
  const max = Math.max(...mechanism.scales)
  element('statistic-scales-chart').setAttribute(
    'aria-label',
    `Chart of the scale of the noise for every count: from ${significant(Math.min(...mechanism.scales), 3)} to ${significant(max, 3)}, the most at the count ${mechanism.scales.indexOf(max)}.`
  )
}

/** The numbers that were typed, with anything between them that is no part of a number. */
function ownValues() {
  const texts = input('statistic-values')
    .value.split(/[\s,;]+/)
    .filter((text) => text !== '')
  const wrong = texts.find((text) => !Number.isFinite(Number(text)))
  if (wrong !== undefined) throw new ParameterError('values', wrong, `values must be numbers, got ${wrong}`)
  return Float64Array.from(texts, Number)
}

/** @param {string} parameter @param {number} value @param {number} min @param {number} max */
function refuseUnlessWhole(parameter, value, min, max) {
  if (Number.isInteger(value) && value >= min && value <= max) return
  throw new ParameterError(parameter, value, `${parameter} must be a whole number from ${min} to ${max} here`)
}

/** @param {import('./model.js').Model} model */
function snippetOf({ formula, values, trials, options, count }) {
  const mechanism =
    formula === 'own'
      ? `const values = [${Array.from(values).join(', ')}]`
      : `const n = ${trials}\nconst values = Array.from({ length: n + 1 }, (_, yes) => ${FORMULAS[formula]?.code})`
  return `import { load } from 'inbounds'

const { SmoothLaplace } = await load()
${mechanism}
const mechanism = new SmoothLaplace({
  values,
${writeOptions(options)}
})

// A private value. Each call spends epsilon and delta again.
mechanism.privatise(${count})

mechanism.scales[${count}] // how much noise this count gets

// The exact worst case.
mechanism.audit()
`
}
