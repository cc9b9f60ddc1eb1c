import { createLineChart } from '../../charts/line-chart.js'
import { element } from '../../controls/elements.js'
import { errorsAcross } from './errors-across.js'
import { whenOpen } from './when-open.js'

/**
 * Bias, standard deviation and their sum for every true value.
 * @param {(truth: number) => void} onPick
 */
export function createErrorChart(onPick) {
  const place = element('error-chart')
  const chart = createLineChart(place, {
    lines: [
      { colour: 'blue', dash: [2, 3] },
      { colour: 'ochre', dash: [7, 4] },
      { colour: 'law', width: 2.5 }
    ],
    xTitle: 'true value',
    yTitle: 'error',
    onPick
  })
  let key = ''
  /** @type {import('./errors-across.js').Errors} */
  let errors
  return whenOpen('error-panel', (/** @type {import('./model.js').Model} */ model) => {
    const { mechanism, name, options, lower, upper, clamped, format } = model
    // The true value, which is what is moved most, only moves the mark.
    const now = JSON.stringify([name, options, lower, upper])
    if (now !== key) errors = errorsAcross(mechanism, lower, upper)
    key = now
    const { truths, bias, deviation, rmse } = errors
    chart.show({ xs: truths, ys: [bias, deviation, rmse], x: [lower, upper], marks: [{ x: clamped, colour: 'truth' }] })
    const known = rmse.map((error) => error ?? 0)
    const worst = known.indexOf(Math.max(...known))
    place.setAttribute(
      'aria-label',
      `Chart of the error for every true value. The root mean squared error is largest, ${format(known[worst] ?? 0)}, at the true value ` +
        `${format(truths[worst] ?? 0)}; at your true value it is ${format(Math.hypot(model.bias, model.deviation))}.`
    )
  })
}
