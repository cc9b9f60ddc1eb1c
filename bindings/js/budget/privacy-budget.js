import { checkOptions, isList } from '../arguments.js'
import { copyOf, copyOfList } from '../copies.js'
import { memberOf } from '../own.js'
import { moveOn, nameRelease, newAccount, note, Rules, renewalOf, spend } from './account.js'
import { StoreError } from './budget-errors.js'
import {
  checkCost,
  checkReleases,
  checkUnchanged,
  dimensionsOf,
  isSettled,
  methodOf,
  questionFrom,
  termsFrom,
  truthsFrom
} from './budget-options.js'
import { refusalOf } from './refusal.js'
import { accountIn } from './stored-account.js'

/** @typedef {import('./account.js').Account} Account */
/** @typedef {import('./account.js').Terms} Terms */
/** @typedef {import('./account.js').Price} Price */
/** @typedef {import('./stored-account.js').Store} Store */
/** @typedef {import('./budget-options.js').BudgetOptions} BudgetOptions */
/** @typedef {import('./budget-options.js').Costly} Costly */
/** @typedef {import('./budget-options.js').Remark} Remark */
/**
 * @template Truth, Released
 * @typedef {import('./budget-options.js').PrivateMechanism<Truth, Released>} PrivateMechanism
 */

/**
 * What was spent in this period.
 * @typedef {object} Spent
 * @property {number} epsilon what the releases give away together, by the better of two bounds
 * @property {number} delta the probability with which that may fail; if the sizes of releases were chosen by the answers before
 *   them, `slack` belongs to it even where composition is 'basic'. What the budget promises has that in it already
 * @property {number} releases how many there were
 * @property {'basic' | 'advanced'} composition which of them: the sum, or advanced composition
 * @property {Date | undefined} renewal when the next period begins
 */

/**
 * What was asked, and how often: all releases that cost the same, of one mechanism, for one question.
 * @typedef {object} HistoryEntry
 * @property {string} question what was asked, if that was said
 * @property {string} mechanism the name of its class
 * @property {number} epsilon of each release
 * @property {number} delta of each release
 * @property {number} releases how many there were
 * @property {Date} first when the first of them was
 * @property {Date} last when the last of them was
 */

/**
 * What is spent: what each release costs, and whether that can change.
 * @typedef {object} Charge
 * @property {Price} price
 * @property {import('./account.js').What} what
 * @property {Costly | undefined} open what may cost something else by the time that it draws
 */

/** What was asked for, as it was at the call. @typedef {{ charges: readonly Charge[], releases: number, question: string }} Order */

/** For a `Memo`, which keeps its answers in the same record. @type {<Result>(budget: PrivacyBudget, change: (account: Account) => { account: Account | undefined, result: Result }) => Promise<Result> | Result} */
export let changeOf
/** Likewise. @type {(budget: PrivacyBudget, cost: Costly, releases: number, remark: Remark | undefined) => Order} */
export let orderOf
/** Likewise. @type {<Result>(budget: PrivacyBudget, order: Order, draw: (account: Account) => Result, known: (account: Account) => Result | undefined) => Promise<Result> | Result} */
export let releaseOf

/**
 * What one person may give away in all: every release spends, and one that would be too much is refused before anything is drawn.
 * What is spent is written down, for good, before the value is handed out.
 */
export class PrivacyBudget {
  /** @type {ReturnType<typeof accountIn>} */ #stored
  /** @type {Rules} */ #rules
  /** What is paid for each mechanism whose price is settled, as a list of one. @type {WeakMap<object, readonly [Charge]>} */ #charges =
    new WeakMap()

  /** What all releases may give away together, in each period. @readonly @type {number} */ epsilon
  /** The probability with which that may fail. @readonly @type {number} */ delta
  /** The part of delta that advanced composition may use. @readonly @type {number} */ slack
  /** After which it is renewed, if ever. @readonly @type {import('./calendar-period.js').Period | undefined} */ period

  /** @param {BudgetOptions} options */
  constructor(options) {
    const given = checkOptions('PrivacyBudget', options, ['epsilon', 'delta', 'store', 'period', 'slack'])
    const terms = termsFrom(given)
    this.#stored = accountIn(given.store)
    this.#rules = new Rules(terms)
    this.epsilon = terms.epsilon
    this.delta = terms.delta
    this.slack = terms.slack
    this.period = terms.period ?? undefined
    Object.freeze(this)
  }

  /**
   * The budget that a store holds already, with the terms that it was made with.
   * @param {Store} store
   * @returns {Promise<PrivacyBudget>}
   */
  static async open(store) {
    const terms = await accountIn(store).update((account) => ({ account: undefined, result: account?.terms }))
    if (!terms) throw new StoreError(`${memberOf(store, 'named') ?? 'this store'} holds no budget yet`)
    return new PrivacyBudget({ ...terms, period: terms.period ?? undefined, store })
  }

  /**
   * Writes the budget down before anything is spent, so that `open` finds it.
   * @returns {Promise<void>}
   */
  async create() {
    await this.#change((account) => {
      account.revision += 1
      return { account, result: undefined }
    })
  }

  /**
   * One private value for a true one.
   * @template Truth, Released
   * @param {PrivateMechanism<Truth, Released>} mechanism
   * @param {Truth} truth
   * @param {Remark} [remark]
   * @returns {Promise<Released>}
   */
  async privatise(mechanism, truth, remark) {
    const draw = methodOf(mechanism, 'privatise')
    const own = copyOf(truth)
    return this.#release(this.#order(mechanism, 1, remark), () => draw(own))
  }

  /**
   * One private value for each of several true ones of **one person**: that costs as much as to ask for one after the other. All
   * of them are released, or none. For one value of each of many people, see `privatiseColumn`.
   * @template Released
   * @param {Costly & { privatiseAll: (truths: any) => Released, dimensions?: number }} mechanism
   * @param {ArrayLike<number>} truths of vectors: their coordinates, one after the other
   * @param {Remark} [remark]
   * @returns {Promise<Released>}
   */
  async privatiseAll(mechanism, truths, remark) {
    const draw = methodOf(mechanism, 'privatiseAll')
    const own = truthsFrom(truths)
    const releases = Math.ceil(own.length / dimensionsOf(mechanism))
    if (releases === 0) return draw(own)
    return this.#release(this.#order(mechanism, releases, remark), () => draw(own))
  }

  /**
   * One private value for **one value of each of many people**: that costs each of them a single release, and so the budget of
   * each person a single one. All of them are released, or none.
   * @template Released
   * @param {Costly & { privatiseAll: (truths: any) => Released }} mechanism
   * @param {ArrayLike<number>} truths of vectors: their coordinates, one after the other
   * @param {Remark} [remark]
   * @returns {Promise<Released>}
   */
  async privatiseColumn(mechanism, truths, remark) {
    const draw = methodOf(mechanism, 'privatiseAll')
    const own = truthsFrom(truths)
    return this.#release(this.#order(mechanism, 1, remark), () => draw(own))
  }

  /**
   * Spends without drawing: for what is released by other means, such as `privatiseStream` and `privatiseRecords`, after this is
   * fulfilled and never before.
   * @param {Costly | readonly Costly[]} cost a mechanism, or `{ epsilon, delta }`; or several, of which all are paid for or none
   * @param {Remark & { releases?: number }} [remark] how many releases (of each), if not 1
   * @returns {Promise<void>}
   */
  async spend(cost, remark) {
    if (remark === undefined) return this.#release(this.#order(cost, 1, undefined), undefined)
    const { releases = 1, question } = checkOptions('spend', remark, ['question', 'releases'])
    const order = this.#order(cost, checkReleases(releases), /** @type {Remark} */ ({ question }))
    return this.#release(order, undefined)
  }

  /**
   * Whether so many more releases by a mechanism would be allowed now.
   * @param {Costly | readonly Costly[]} cost a mechanism, or `{ epsilon, delta }`; or several, one after the other
   * @param {number} [releases]
   * @returns {Promise<boolean>}
   */
  async canSpend(cost, releases = 1) {
    checkReleases(releases)
    const charges = this.#chargesOf(cost)
    return this.#read((account) => this.#sumsAfter(account, charges, releases) !== undefined)
  }

  /**
   * How many more releases by a mechanism are allowed in this period.
   * @param {Costly} cost a mechanism, or `{ epsilon, delta }`
   * @returns {Promise<number>} `Infinity` for what costs nothing
   */
  async releasesLeft(cost) {
    const [{ price }] = this.#chargeOf(cost)
    return this.#read((account) => this.#rules.releasesLeft(account, price))
  }

  /**
   * The most that one more release may cost in this period.
   * @returns {Promise<{ epsilon: number, delta: number }>}
   */
  async remaining() {
    return this.#read((account) => this.#rules.left(account))
  }

  /**
   * What was spent in this period.
   * @returns {Promise<Spent>}
   */
  async spent() {
    return this.#read((account) => ({ ...this.#rules.spent(account), renewal: renewalOf(account) }))
  }

  /**
   * All that was ever released, of earlier periods, too: what was asked, how often, and what each time cost.
   * @returns {Promise<HistoryEntry[]>}
   */
  async history() {
    return this.#read(({ history }) =>
      [...history.values()].map((entry) => ({ ...entry, first: new Date(entry.first), last: new Date(entry.last) }))
    )
  }

  /**
   * What is asked for, before anything is waited for: whoever asks may change it meanwhile.
   * @param {Costly | readonly Costly[]} cost
   * @param {number} releases
   * @param {Remark | undefined} remark
   * @returns {Order}
   */
  #order(cost, releases, remark) {
    return { charges: this.#chargesOf(cost), releases, question: remark === undefined ? '' : questionFrom(remark) }
  }

  /**
   * Draws between the check and the record: what is refused is not drawn, a truth that a mechanism refuses costs nothing, and
   * nothing is handed out that is not written down (budget/PROOF.md, Proposition 6).
   * @template Result
   * @param {Order} order
   * @param {((account: Account) => Result) | undefined} draw for the truths of the order; nothing, if others will
   * @param {(account: Account) => Result | undefined} [known] what needs no drawing, and costs nothing
   */
  #release({ charges, releases, question }, draw, known) {
    return this.#change((account) => {
      const found = known?.(account)
      if (found !== undefined) return { account: undefined, result: found }
      const sums = this.#sumsAfter(account, charges, releases)
      if (sums === undefined) {
        const kinds = charges.map(({ what }) => what)
        throw refusalOf(account, kinds, releases, this.#rules.left(account), renewalOf(account))
      }
      const result = /** @type {Result} */ (draw && this.#draw(account, charges, draw))
      spend(account, sums)
      for (const { what } of charges)
        note(account, question === '' ? what : nameRelease({ ...what, question }), releases)
      return { account, result }
    })
  }

  /** @template Result @param {Account} account @param {readonly Charge[]} charges @param {(account: Account) => Result} draw */
  #draw(account, charges, draw) {
    for (const { open, what } of charges) if (open !== undefined) checkUnchanged(open, what)
    return draw(account)
  }

  /** What the sums will be, if all of it is allowed. @param {Account} account @param {readonly Charge[]} charges @param {number} releases */
  #sumsAfter(account, charges, releases) {
    /** @type {Price | undefined} */
    let sums = account
    for (const { price } of charges) sums = sums && this.#rules.after(sums, price, releases)
    return sums
  }

  /**
   * @template Result
   * @param {(account: Account) => { account: Account | undefined, result: Result }} change
   */
  #change(change) {
    return this.#stored.update((found) => {
      const clock = Date.now()
      if (found !== undefined) this.#checkTerms(found.terms)
      const account = found ?? newAccount(this.#rules.terms, newIdentity(), clock)
      moveOn(account, clock)
      return change(account)
    })
  }

  /** @template Result @param {(account: Account) => Result} look */
  #read(look) {
    return this.#change((account) => ({ account: undefined, result: look(account) }))
  }

  /** @param {Terms} kept */
  #checkTerms(kept) {
    const own = this.#rules.terms
    if (kept === own) return
    for (const name of /** @type {const} */ (['epsilon', 'delta', 'slack', 'period'])) {
      if (kept[name] === own[name]) continue
      const advice = 'a promise that was made is kept; another budget needs a store of its own'
      throw new StoreError(`its ${name} is ${kept[name] ?? 'none'}, not ${own[name] ?? 'none'} (${advice})`)
    }
  }

  /** @param {Costly | readonly Costly[]} cost @returns {readonly Charge[]} */
  #chargesOf(cost) {
    if (!isList(cost)) return this.#chargeOf(/** @type {Costly} */ (cost))
    const charges = Array.from(copyOfList(cost)).flatMap((/** @type {any} */ one) => this.#chargeOf(one))
    if (charges.length > 0) return charges
    throw new TypeError('what is spent must be a mechanism, or a list of some, got an empty list')
  }

  /** @param {Costly} cost @returns {readonly [Charge]} */
  #chargeOf(cost) {
    const known = this.#charges.get(cost)
    if (known) return known
    const { epsilon, delta } = checkCost(cost)
    const name = memberOf(cost.constructor, 'name')
    const mechanism = typeof name !== 'string' || name === 'Object' ? '' : name
    const what = nameRelease({ question: '', mechanism, epsilon, delta })
    const price = this.#rules.price(what)
    if (!isSettled(cost)) return [{ price, what, open: cost }]
    const charge = /** @type {[Charge]} */ ([{ price, what, open: undefined }])
    this.#charges.set(cost, charge)
    return charge
  }

  static {
    changeOf = (budget, change) => budget.#change(change)
    orderOf = (budget, ...kinds) => budget.#order(...kinds)
    releaseOf = (budget, ...release) => budget.#release(...release)
  }
}

function newIdentity() {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
