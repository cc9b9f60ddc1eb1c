import { checkOptions, isList } from '../arguments.js'
import { moveOn, named, newAccount, note, Rules, renewalOf, spend } from './account.js'
import { StoreError } from './budget-errors.js'
import { checkCost, checkMechanism, checkReleases, questionFrom, termsFrom } from './budget-options.js'
import { refusalOf } from './refusal.js'
import { StoredAccount } from './stored-account.js'

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

/** For a `Memo`, which keeps its answers in the same record. @type {<Result>(budget: PrivacyBudget, change: (account: Account) => { account?: Account, result: Result }) => Promise<Result> | Result} */
export let changeOf
/** Likewise. @type {<Result>(budget: PrivacyBudget, cost: Costly, releases: number, remark: Remark | undefined, draw: (account: Account) => Result, known: (account: Account) => Result | undefined) => Promise<Result> | Result} */
export let releaseOf

/**
 * What one person may give away in all: every release spends, and one that would be too much is refused before anything is drawn.
 * What is spent is written down, for good, before the value is handed out.
 */
export class PrivacyBudget {
  /** @type {StoredAccount} */ #stored
  /** @type {Rules} */ #rules
  /** What is paid for each mechanism, as a list of one. @type {WeakMap<object, readonly [{ price: Price, what: import('./account.js').What }]>} */ #prices =
    new WeakMap()

  /** What all releases may give away together, in each period. @readonly @type {number} */ epsilon
  /** The probability with which that may fail. @readonly @type {number} */ delta
  /** The part of delta that advanced composition may use. @readonly @type {number} */ slack
  /** After which it is renewed, if ever. @readonly @type {import('./calendar-period.js').Period | undefined} */ period

  /** @param {BudgetOptions} options */
  constructor(options) {
    const given = checkOptions('PrivacyBudget', options, ['epsilon', 'delta', 'store', 'period', 'slack'])
    const terms = termsFrom(given)
    this.#stored = new StoredAccount(given.store)
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
    const terms = await new StoredAccount(store).update((account) => ({ result: account?.terms }))
    if (!terms) throw new StoreError(`${store.named ?? 'this store'} holds no budget yet`)
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
    checkMechanism(mechanism, 'privatise')
    return this.#release(mechanism, 1, remark, () => mechanism.privatise(truth))
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
    checkMechanism(mechanism, 'privatiseAll')
    const releases = isList(truths) ? Math.ceil(truths.length / (mechanism.dimensions ?? 1)) : 1 // else it says what is wrong
    if (releases === 0) return mechanism.privatiseAll(truths)
    return this.#release(mechanism, releases, remark, () => mechanism.privatiseAll(truths))
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
    checkMechanism(mechanism, 'privatiseAll')
    return this.#release(mechanism, 1, remark, () => mechanism.privatiseAll(truths))
  }

  /**
   * Spends without drawing: for what is released by other means, such as `privatiseStream` and `privatiseRecords`, after this is
   * fulfilled and never before.
   * @param {Costly | readonly Costly[]} cost a mechanism, or `{ epsilon, delta }`; or several, of which all are paid for or none
   * @param {Remark & { releases?: number }} [remark] how many releases (of each), if not 1
   * @returns {Promise<void>}
   */
  async spend(cost, remark) {
    if (remark === undefined) return this.#release(cost, 1, undefined, () => undefined)
    const { releases = 1, question } = checkOptions('spend', remark, ['question', 'releases'])
    return this.#release(cost, checkReleases(releases), /** @type {Remark} */ ({ question }), () => undefined)
  }

  /**
   * Whether so many more releases by a mechanism would be allowed now.
   * @param {Costly | readonly Costly[]} cost a mechanism, or `{ epsilon, delta }`; or several, one after the other
   * @param {number} [releases]
   * @returns {Promise<boolean>}
   */
  async canSpend(cost, releases = 1) {
    checkReleases(releases)
    const prices = this.#pricesOf(cost)
    return this.#read((account) => this.#sumsAfter(account, prices, releases) !== undefined)
  }

  /**
   * How many more releases by a mechanism are allowed in this period.
   * @param {Costly} cost a mechanism, or `{ epsilon, delta }`
   * @returns {Promise<number>} `Infinity` for what costs nothing
   */
  async releasesLeft(cost) {
    const [{ price }] = this.#priceOf(cost)
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
   * Draws between the check and the record: what is refused is not drawn, a truth that a mechanism refuses costs nothing, and
   * nothing is handed out that is not written down (budget/PROOF.md, Proposition 6).
   * @template Result
   * @param {Costly | readonly Costly[]} cost
   * @param {number} releases
   * @param {Remark | undefined} remark
   * @param {(account: Account) => Result} draw
   * @param {(account: Account) => Result | undefined} [known] what needs no drawing, and costs nothing
   */
  #release(cost, releases, remark, draw, known) {
    const prices = this.#pricesOf(cost)
    const question = remark === undefined ? '' : questionFrom(remark)
    return this.#change((account) => {
      const found = known?.(account)
      if (found !== undefined) return { result: found }
      const sums = this.#sumsAfter(account, prices, releases)
      if (sums === undefined) {
        const asked = prices.map(({ what }) => what)
        throw refusalOf(account, asked, releases, this.#rules.left(account), renewalOf(account))
      }
      const result = draw(account)
      spend(account, sums)
      for (const { what } of prices) note(account, question === '' ? what : named({ ...what, question }), releases)
      return { account, result }
    })
  }

  /** What the sums will be, if all of it is allowed. @param {Account} account @param {readonly { price: Price }[]} prices @param {number} releases */
  #sumsAfter(account, prices, releases) {
    /** @type {Price | undefined} */
    let sums = account
    for (const { price } of prices) sums = sums && this.#rules.after(sums, price, releases)
    return sums
  }

  /**
   * @template Result
   * @param {(account: Account) => { account?: Account, result: Result }} change
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
    return this.#change((account) => ({ result: look(account) }))
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

  /** @param {Costly | readonly Costly[]} cost */
  #pricesOf(cost) {
    if (!isList(cost)) return this.#priceOf(/** @type {Costly} */ (cost))
    if (cost.length === 0)
      throw new TypeError('what is spent must be a mechanism, or a list of some, got an empty list')
    return cost.flatMap((one) => this.#priceOf(one))
  }

  /** @param {Costly} cost */
  #priceOf(cost) {
    const known = this.#prices.get(cost)
    if (known) return known
    const { epsilon, delta = 0 } = checkCost(cost)
    const name = cost.constructor?.name
    const mechanism = typeof name !== 'string' || name === 'Object' ? '' : name
    const what = named({ question: '', mechanism, epsilon, delta })
    const made = /** @type {const} */ ([{ price: this.#rules.price(what), what }])
    if (Object.isFrozen(cost)) this.#prices.set(cost, made) // as mechanisms are: their price does not change
    return made
  }

  static {
    changeOf = (budget, change) => budget.#change(change)
    releaseOf = (budget, ...release) => budget.#release(...release)
  }
}

function newIdentity() {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
