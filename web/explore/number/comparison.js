import { createLineChart } from '../../charts/line-chart.js'
import { element } from '../../controls/elements.js'
import { significant } from '../../wording/figures.js'
import { errorsAcross } from './errors-across.js'
import { make } from './model.js'
import { whenOpen } from './when-open.js'

// All mechanisms for the same promise, and both calibrations of each.

/** @typedef {import('inbounds').MechanismName} MechanismName */
/** @typedef {import('./model.js').Model} Model */

const LINES = /** @type {const} */ ([
  { name: 'ReflectedLaplace', line: { colour: 'law', width: 2.5 } },
  { name: 'BoundedLaplace', line: { colour: 'plum', dash: [7, 4] } },
  { name: 'BoundedGaussian', line: { colour: 'blue', dash: [2, 3] } },
  { name: 'ClampedLaplace', line: { colour: 'ochre', dash: [10, 3, 2, 3] } }
])

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {(name: MechanismName) => void} use
 */
export function createComparison(inbounds, use) {
  const place = element('comparison-chart')
  const lines = LINES.map(({ line }) => ({ ...line, dash: 'dash' in line ? [...line.dash] : [] }))
  const chart = createLineChart(place, { lines, xTitle: 'true value', yTitle: 'root mean squared error' })

  const panel = whenOpen(
    'comparison-panel',
    (/** @type {{ model: Model, found: import('inbounds').Comparison }} */ shown) => {
      const { model, found } = shown
      element('comparison-reason').textContent = found.reason
      element('comparison-rows').replaceChildren(...LINES.map(({ name }) => rowOf(inbounds, name, model, found, use)))
      const errors = LINES.map(({ name }) => {
        const one = found.mechanisms.find(({ mechanism }) => mechanism === name)
        const instance = /** @type {import('./model.js').OnNumbers | undefined} */ (
          /** @type {unknown} */ (one?.instance)
        )
        return instance && errorsAcross(instance, model.lower, model.upper)
      })
      const truths = errors.find((one) => one)?.truths ?? [model.lower, model.upper]
      chart.show({
        xs: truths,
        ys: errors.map((one) => one?.rmse ?? truths.map(() => null)),
        marks: [{ x: model.clamped, colour: 'truth' }]
      })
      const words = found.mechanisms.map(({ mechanism, rmse }) => `${mechanism} ${model.format(rmse.average)}`)
      place.setAttribute(
        'aria-label',
        `Chart of the errors of all mechanisms over the true values. On average: ${words.join(', ')}.`
      )
    }
  )

  return {
    /**
     * What compare() says of these settings; undefined where the noise was chosen by hand, since it compares by epsilon.
     * @param {Model} model
     */
    show(model) {
      const found = compareOptions(inbounds, model)
      if (found) panel.show({ model, found })
      return found
    }
  }
}

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {Model} model
 */
function compareOptions({ compare }, { mechanism, options }) {
  const { scale, calibration, outside, ...rest } = options
  try {
    return compare(/** @type {import('inbounds').CompareOptions} */ ({ ...rest, epsilon: mechanism.epsilon }))
  } catch {
    return undefined // a loss too large to be asked for: there is nothing to compare with
  }
}

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {MechanismName} name
 * @param {Model} model
 * @param {import('inbounds').Comparison} found
 * @param {(name: MechanismName) => void} use
 */
function rowOf(inbounds, name, model, found, use) {
  const row = document.createElement('tr')
  const one = found.mechanisms.find(({ mechanism }) => mechanism === name)
  const head = document.createElement('th')
  head.scope = 'row'
  head.append(swatch(name), name)
  row.append(head)
  if (!one) {
    const why = found.unfit.find(({ mechanism }) => mechanism === name)?.why ?? ''
    const cell = document.createElement('td')
    cell.colSpan = 5
    cell.className = 'why'
    cell.textContent = why
    row.append(cell)
    return row
  }
  const published = publishedScale(inbounds, name, model)
  const texts = [
    significant(one.scale, 5),
    typeof published === 'number'
      ? `${significant(published, 5)} (× ${significant(published / one.scale, 3)})`
      : published,
    model.format(one.rmse.average),
    model.format(one.rmse.worst)
  ]
  row.append(
    ...texts.map((text) => {
      const cell = document.createElement('td')
      cell.textContent = text
      return cell
    })
  )
  const last = document.createElement('td')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = name === model.name ? 'Shown' : 'Show'
  button.disabled = name === model.name
  button.setAttribute('aria-label', `${button.textContent} ${name}`)
  button.addEventListener('click', () => use(name))
  last.append(button)
  row.append(last)
  if (name === model.name) row.setAttribute('aria-current', 'true')
  return row
}

/**
 * The scale that the papers give for the same promise, or why there is none.
 * @param {import('inbounds').Inbounds} inbounds
 * @param {MechanismName} name
 * @param {Model} model
 */
function publishedScale(inbounds, name, { options, mechanism }) {
  const { scale, guarantee, gaps, outside, ...rest } = options
  const plain = name === 'BoundedGaussian' ? {} : { ...(guarantee && { guarantee }), ...(gaps && { gaps }) }
  try {
    return make(inbounds, name, { ...rest, ...plain, epsilon: mechanism.epsilon, calibration: 'published' }).scale
  } catch {
    return 'does not hold here'
  }
}

/** @param {MechanismName} name */
function swatch(name) {
  const node = document.createElement('span')
  node.className = `swatch line-swatch ${LINES.find((line) => line.name === name)?.line.colour}`
  node.setAttribute('aria-hidden', 'true')
  return node
}
