import { ParameterError } from 'inbounds'
import { createBarChart } from '../../charts/bar-chart.js'
import { createLineChart } from '../../charts/line-chart.js'
import { afterPause } from '../../controls/after-pause.js'
import { datum, element, input } from '../../controls/elements.js'
import { numberIn } from '../../controls/number-field.js'
import { pairSlider } from '../../controls/slider.js'
import { evenTrack, logarithmicTrack, wholeTrack, withNothing } from '../../controls/tracks.js'
import { percent, significant, whole } from '../../wording/figures.js'
import { createBench } from '../bench.js'
import { choice, choose, fillNumbers } from '../fields.js'
import { createStream, soFar } from '../stream.js'
import { createAsker } from './ask.js'
import { barsShown } from './shown.js'
import { auditSentence, chartInWords, snippetOf } from './wording.js'

const DRAWS = 2000
const MAX = 1000
const NUMBERS = ['trials', 'epsilon', 'delta', 'temperature', 'smoothing', 'prior-1', 'prior-2', 'prior-3']

/**
 * Private counts of answers, and the posterior of them.
 * @param {import('inbounds').Inbounds} _inbounds the worker has its own
 * @param {import('../kinds.js').Host} host
 */
export function createCountsKind(_inbounds, host) {
  const { ask } = createAsker()
  const field = (/** @type {string} */ name, parameter = name) => numberIn(`counts-${name}`, parameter)
  const sliders = {
    epsilon: pairSlider(input('counts-epsilon-slider'), input('counts-epsilon'), logarithmicTrack(-2, 1)),
    delta: pairSlider(input('counts-delta-slider'), input('counts-delta'), withNothing(logarithmicTrack(-9, -1))),
    trials: pairSlider(input('counts-trials-slider'), input('counts-trials'), evenTrack(1, 200)),
    first: pairSlider(input('counts-first-slider'), input('counts-first'), wholeTrack(100)),
    second: pairSlider(input('counts-second-slider'), input('counts-second'), wholeTrack(100))
  }
  const busy = afterPause(200, () => {
    element('counts-busy').textContent = 'Auditing all neighbours …'
  })
  const chart = createBarChart(element('counts-chart'), {
    yLabel: (share) => `${significant(100 * share, 3)}%`,
    onPick: (value) => (readLook() === 1 ? sliders.second : sliders.first).moveTo(value)
  })
  const lossChart = createLineChart(element('counts-loss-chart'), {
    lines: [{ colour: 'law' }],
    xTitle: 'candidate',
    yTitle: 'privacy loss'
  })
  const readLook = () => (choice('counts', 'answers') === 'three' ? Number(choice('counts', 'look')) : 0)
  /** @type {import('./ask.js').Answer | undefined} */
  let answer

  const stream = createStream(DRAWS, (upTo) => paint(upTo))
  stream.pauseWith(element('counts-pause'))
  element('counts-again').addEventListener('click', () => element('counts-form').dispatchEvent(new Event('input')))
  input('counts-temperature').addEventListener('input', () => choose('counts', 'amount', 'own'))
  input('counts-epsilon').addEventListener('input', () => {
    if (choice('counts', 'amount') === 'own') choose('counts', 'amount', 'tight')
  })
  // Three answers take more neighbours than two: as many trials as before would take minutes.
  for (const radio of document.querySelectorAll('input[name="counts-answers"]')) {
    radio.addEventListener('input', () => {
      const isThree = choice('counts', 'answers') === 'three'
      input('counts-trials').value = isThree ? '30' : '100'
      input('counts-first').value = isThree ? '15' : '37'
      input('counts-second').value = '9'
    })
  }

  /** @param {number} count @param {number} [since] */
  function paint(count, since) {
    if (!answer) return
    const { bars, caps, heights } = barsShown(answer, readLook(), answer.drawn.slice(0, count))
    const truth = answer.counts[readLook()] ?? 0
    const top = 1.3 * Math.max(...caps)
    chart.show({ bars, caps, heights, top, marks: [{ x: truth, colour: 'truth' }] }, since)
    element('counts-drawn').textContent =
      answer.drawn.length === 0
        ? 'nothing is released: this method is not private'
        : soFar(count, DRAWS, 'private counts')
  }

  return createBench('counts', host, {
    fill(given) {
      choose('counts', 'answers', given.get('answers'))
      fillNumbers('counts', given, NUMBERS)
      choose('counts', 'method', given.get('method'))
      choose('counts', 'amount', given.has('temperature') ? 'own' : given.get('calibration'))
      const trials = Number(given.get('trials'))
      if (trials > 0) {
        input('counts-first').value = String(Math.round(trials / 2))
        input('counts-second').value = String(Math.round(trials / 4))
      }
      for (const slider of Object.values(sliders)) slider.follow()
    },

    async answer() {
      const isThree = choice('counts', 'answers') === 'three'
      element('counts-second-row').hidden = !isThree
      element('counts-looked').hidden = !isThree
      input('counts-prior-3').hidden = !isThree
      const amount = choice('counts', 'amount')
      const prior = (isThree ? [1, 2, 3] : [1, 2]).map((at) => field(`prior-${at}`, 'prior'))
      /** @type {import('inbounds').PosteriorOptions} */
      const options = { prior, trials: field('trials') }
      if (amount === 'own') options.temperature = field('temperature')
      else {
        options.epsilon = field('epsilon')
        if (field('delta') !== 0) options.delta = field('delta')
        if (amount === 'published') options.calibration = 'published'
      }
      const method = /** @type {NonNullable<typeof options.method>} */ (choice('counts', 'method'))
      if (method !== 'geometric') options.method = method
      if (input('counts-smoothing').value.trim() !== '') options.smoothing = field('smoothing')
      if (options.trials > MAX) {
        throw new ParameterError('trials', options.trials, `trials must be at most ${MAX} here, to be drawn`)
      }
      const first = field('first', 'counts')
      const second = isThree ? field('second', 'counts') : options.trials - first
      const counts = isThree ? [first, second, options.trials - first - second] : [first, second]
      busy()
      try {
        return await ask({ name: isThree ? 'DirichletPosterior' : 'BetaPosterior', options, counts, draws: DRAWS })
      } finally {
        busy.cancel()
        element('counts-busy').textContent = ''
      }
    },

    show(found, since) {
      answer = found
      sliders.first.setTrack(wholeTrack(found.options.trials))
      sliders.second.setTrack(wholeTrack(found.options.trials))
      if (found.calibration === 'given') input('counts-epsilon').value = String(Number(found.epsilon.toPrecision(6)))
      else input('counts-temperature').value = String(Number(found.temperature.toPrecision(6)))
      sliders.epsilon.follow()
      stream.stop()
      paint(0, since)
      if (found.drawn.length > 0) stream.start()
      showNumbers(found)
      showLosses(found)
    },

    entries({ name, options: { prior, ...options } }) {
      return [
        ...(name === 'BetaPosterior' ? [] : [/** @type {[string, unknown]} */ (['answers', 'three'])]),
        ...prior.map((weight, at) => /** @type {[string, unknown]} */ ([`prior-${at + 1}`, weight])),
        ...Object.entries(options)
      ]
    },

    snippet: snippetOf,
    inWords: ({ epsilon, distance }) =>
      `Epsilon ${significant(epsilon)}. The mean distance of the posteriors is ${significant(distance, 3)}.`,
    hide: stream.stop
  })

  /** @param {import('./ask.js').Answer} found */
  function showNumbers(found) {
    const { counts, places, probabilities, distance, temperature, candidates, describe } = found
    const hit = places.findIndex((place) => place.every((count, at) => count === counts[at]))
    datum('counts-hit', probabilities[hit] ?? 0, percent(probabilities[hit] ?? 0))
    datum('counts-distance', distance, significant(distance, 4))
    datum('counts-temperature-value', temperature, significant(temperature, 5))
    datum('counts-candidates', candidates, whole(candidates))
    element('counts-describe').textContent = describe || 'The method “local” is not private: it is here to be audited.'
    element('counts-audit').textContent = auditSentence(found)
    element('counts-note').textContent = `True counts: ${counts.join(', ')} of ${found.options.trials} answers.`
    element('counts-chart').setAttribute(
      'aria-label',
      chartInWords(found, barsShown(found, readLook(), found.drawn), readLook())
    )
  }

  /** @param {import('./ask.js').Answer} found */
  function showLosses({ losses, epsilon, audit, places }) {
    const worst = places.findIndex((place) => place.every((count, at) => count === audit.output[at]))
    const known = Array.from(losses, (loss) => (Number.isFinite(loss) ? loss : null))
    const max = 1.25 * Math.max(epsilon, ...known.map((loss) => Math.abs(loss ?? 0)))
    lossChart.show({
      xs: known.map((_, at) => at),
      ys: [known],
      y: [-max, max],
      marks: [
        { y: epsilon, colour: 'plum', dash: [2, 3] },
        { y: -epsilon, colour: 'plum', dash: [2, 3] },
        { x: worst, y: known[worst] ?? 0, colour: 'law' }
      ]
    })
    element('counts-loss-chart').setAttribute(
      'aria-label',
      `Chart of the privacy loss of every candidate for the worst pair of true counts: at most ${significant(Math.max(...known.map((loss) => loss ?? 0)), 4)}, where ${significant(epsilon, 4)} is allowed.`
    )
  }
}
