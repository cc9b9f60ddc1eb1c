import { nextPeriod, periodStart } from './calendar-period.js'
import { advancedRule, costOf, epsilonFor } from './composition.js'
import { decimalOf, fitsInto, isAtMost, minus, numberBelow, numberOf, plus, times, ZERO } from './decimal.js'

// What a budget promises, what was spent of it, and what that leaves: numbers only, whatever keeps them.

/** @typedef {import('./decimal.js').Decimal} Decimal */

/**
 * What a budget promises; settled before the first release.
 * @typedef {object} Terms
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} slack the part of delta that advanced composition may use
 * @property {import('./calendar-period.js').Period | null} period
 */

/**
 * What was asked, how often, and what each time cost.
 * @typedef {object} Entry
 * @property {string} question
 * @property {string} mechanism
 * @property {number} epsilon
 * @property {number} delta
 * @property {number} releases
 * @property {number} first when, in milliseconds since 1970
 * @property {number} last
 */

/**
 * An account: what is kept of a person's releases.
 * @typedef {object} Account
 * @property {string} id
 * @property {number} revision how often it was changed
 * @property {Terms} terms
 * @property {number} latest the latest time that any clock has shown
 * @property {Decimal} epsilon the sum of this period
 * @property {Decimal} delta
 * @property {number} cost by the advanced rule
 * @property {number} releases
 * @property {Map<string, Entry>} history
 * @property {Answers | null} answers of a `Memo`
 */

/**
 * What a `Memo` has answered: by marks that tell nothing without the key, the question and the answer in JSON.
 * @typedef {{ key: string, kept: Map<string, { question: string, answer: string }> }} Answers
 */

/** What one release costs, counted in both ways. @typedef {{ epsilon: Decimal, delta: Decimal, cost: number }} Price */

/** A budget's terms as they are calculated with. */
export class Rules {
  /** @param {Terms} terms */
  constructor(terms) {
    this.terms = terms
    this.epsilon = decimalOf(terms.epsilon)
    /** What the mechanisms' own deltas may sum up to. */
    this.delta = minus(decimalOf(terms.delta), decimalOf(terms.slack))
    this.advanced = advancedRule(terms.epsilon, terms.slack)
  }

  /** @param {{ epsilon: number, delta: number }} release @returns {Price} */
  price({ epsilon, delta }) {
    const cost = this.advanced ? costOf(this.advanced, epsilon) : 0
    return { epsilon: decimalOf(epsilon), delta: decimalOf(delta), cost }
  }

  /**
   * What the sums will be when more was spent, if that is allowed: the condition of the theorem (budget/PROOF.md, main theorem
   * and Lemma 1).
   * @param {Price} before the sums so far
   * @param {Price} price
   * @param {number} releases
   * @returns {Price | undefined}
   */
  after(before, price, releases) {
    const epsilon = plus(before.epsilon, times(price.epsilon, releases))
    const delta = plus(before.delta, times(price.delta, releases))
    const cost = addUp(before.cost, price.cost * releases)
    if (!isAtMost(delta, this.delta)) return undefined
    const fits = isAtMost(epsilon, this.epsilon) || (this.advanced !== undefined && cost <= this.advanced.capacity)
    return fits ? { epsilon, delta, cost } : undefined
  }

  /** How many releases of this price can still be had. @param {Account} account @param {Price} price */
  releasesLeft(account, price) {
    const times = (/** @type {Decimal} */ left, /** @type {Decimal} */ part) =>
      part.digits === 0n ? Number.POSITIVE_INFINITY : fitsInto(left, part)
    const bySum = isAtMost(account.epsilon, this.epsilon)
      ? times(minus(this.epsilon, account.epsilon), price.epsilon)
      : 0
    const byRule = Math.floor((this.#room(account) / price.cost) * (1 - 2 ** -50)) || 0 // Infinity for what costs nothing
    return Math.min(times(minus(this.delta, account.delta), price.delta), Math.max(bySum, byRule, 0))
  }

  /** The most that one more release may cost. @param {Account} account */
  left(account) {
    const delta = numberBelow(minus(this.delta, account.delta))
    const bySum = numberBelow(minus(this.epsilon, account.epsilon))
    const room = this.#room(account)
    const byRule = this.advanced && room > 0 ? epsilonFor(this.advanced, room) : 0
    return { epsilon: Math.max(bySum, byRule), delta }
  }

  /** What may still be counted by the advanced rule, so that `addUp` of it stays within. @param {Account} account */
  #room({ cost }) {
    return this.advanced ? Math.max(0, this.advanced.capacity * (1 - 2 ** -49) - cost) : 0
  }

  /** What the releases of the period give away together: the better of two bounds. @param {Account} account */
  spent({ epsilon, delta, cost, releases }) {
    const sum = numberOf(epsilon)
    const own = numberOf(delta)
    const advanced = this.advanced ? addUp(cost, this.advanced.start) : Number.POSITIVE_INFINITY
    return sum <= advanced
      ? { epsilon: sum, delta: own, releases, composition: /** @type {const} */ ('basic') }
      : { epsilon: advanced, delta: own + this.terms.slack, releases, composition: /** @type {const} */ ('advanced') }
  }
}

/** @param {Terms} terms @param {string} id @param {number} clock @returns {Account} */
export function newAccount(terms, id, clock) {
  const nothing = { epsilon: ZERO, delta: ZERO, cost: 0, releases: 0 }
  return { id, revision: 0, terms, latest: clock, ...nothing, history: new Map(), answers: null }
}

/**
 * Time goes on, and never back: a clock that was set back does not renew a period that was used already, and no period is
 * renewed twice (budget/PROOF.md, Proposition 8).
 * @param {Account} account
 * @param {number} clock
 */
export function moveOn(account, clock) {
  const { latest, terms } = account
  if (clock <= latest) return
  account.latest = clock
  if (terms.period === null || periodStart(terms.period, clock) === periodStart(terms.period, latest)) return
  account.epsilon = account.delta = ZERO
  account.cost = account.releases = 0
}

/** @param {Account} account @returns {Date | undefined} */
export function renewalOf({ terms, latest }) {
  return terms.period === null ? undefined : new Date(nextPeriod(terms.period, latest))
}

/**
 * Writes down what was spent.
 * @param {Account} account
 * @param {Price} sums what `after` said
 */
export function spend(account, { epsilon, delta, cost }) {
  account.revision += 1
  account.epsilon = epsilon
  account.delta = delta
  account.cost = cost
}

/**
 * Writes down what was released.
 * @param {Account} account
 * @param {What} what
 * @param {number} releases
 */
export function note(account, what, releases) {
  account.releases += releases
  const entry = account.history.get(what.name)
  if (entry) {
    entry.releases += releases
    entry.last = account.latest
  } else {
    const { name, ...rest } = what
    account.history.set(name, { ...rest, releases, first: account.latest, last: account.latest })
  }
}

/**
 * One kind of release, with a name that no other kind has.
 * @param {{ question: string, mechanism: string, epsilon: number, delta: number }} kind
 */
export function nameRelease({ question, mechanism, epsilon, delta }) {
  return { name: `${mechanism} ${epsilon} ${delta} ${question}`, question, mechanism, epsilon, delta }
}

/** @typedef {ReturnType<typeof nameRelease>} What */

/** The sum, and more than what rounding can have taken from it (budget/PROOF.md, Proposition 5). @param {number} a @param {number} b */
function addUp(a, b) {
  return Math.min((a + b) * (1 + 2 ** -50), Number.MAX_VALUE) // Infinity could not be written down
}
