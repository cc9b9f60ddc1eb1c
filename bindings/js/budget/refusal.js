import { sumUp } from '../sum-up.js'
import { BudgetError } from './budget-errors.js'

/**
 * Why a release is refused, in a sentence.
 * @param {import('./account.js').Account} account
 * @param {readonly { epsilon: number, delta: number }[]} costs
 * @param {number} releases of each
 * @param {import('./budget-errors.js').Left} left
 * @param {Date | undefined} renewal
 */
export function refusalOf({ terms, latest }, costs, releases, left, renewal) {
  const epsilon = sumUp(costs.map((cost) => cost.epsilon))
  const delta = sumUp(costs.map((cost) => cost.delta))
  const each = releases === 1 ? 'this release' : `each of these ${releases} releases`
  const price = `${each} would cost ${amountOf({ epsilon, delta })}`
  const rest = delta > 0 ? `epsilon ${left.epsilon} and delta ${left.delta}` : `epsilon ${left.epsilon}`
  const room = `one more may cost at most ${rest}`
  const kept =
    delta > left.delta && terms.slack > 0 ? ` (${terms.slack} of the delta is kept for advanced composition)` : ''
  const whole = `of a budget of ${amountOf(terms)}${terms.period === null ? '' : ` a ${terms.period}`}`
  const until = renewal ? ` until ${renewal.toISOString().split('T')[0]}${clockNote(latest)}` : ''
  return new BudgetError(
    `${price}; ${room}${kept}, ${whole}${until}. Nothing was drawn.`,
    { epsilon, delta, releases },
    left,
    renewal
  )
}

/** @param {{ epsilon: number, delta: number }} amount */
function amountOf({ epsilon, delta }) {
  return delta > 0 ? `epsilon ${epsilon} and delta ${delta}` : `epsilon ${epsilon}`
}

/** A clock that ran ahead once is told: nothing is renewed before the time that it showed. @param {number} latest */
function clockNote(latest) {
  const ahead = latest - Date.now()
  return ahead > 60_000 ? ` (this clock has shown ${new Date(latest).toISOString()} before)` : ''
}
