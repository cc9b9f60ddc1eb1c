import { checkOptions, formatValue, isList, nameKind } from '../arguments.js'
import { copyOf } from '../copies.js'
import { memberOf, ownOf } from '../own.js'
import { checkQuestion, methodOf } from './budget-options.js'
import { changeOf, orderOf, PrivacyBudget, releaseOf } from './privacy-budget.js'

/** @typedef {import('./account.js').Account} Account */

/**
 * What a memo is made of.
 * @typedef {object} MemoOptions
 * @property {PrivacyBudget} budget pays for answers, and its store keeps them
 * @property {Uint8Array} [key] 32 random bytes that are kept elsewhere; without them, whoever has the store can try out which
 *   truth an answer was given for. Default: made once, and kept in the store
 */

const KEY_BYTES = 32

/**
 * The same question and the same truth get the same answer, for as long as it is kept, and it costs once. While a truth stays
 * the same, whoever asks a thousand times learns no more about it than from asking once. When it changes, that is seen: the
 * answer is another one, and no epsilon counts what that tells. So a memo is for what does not change. (RAPPOR, Erlingsson et
 * al. 2014, has permanent responses for this, with the same limit. budget/PROOF.md, Proposition 11.)
 */
export class Memo {
  /** @type {PrivacyBudget} */ #budget
  /** @type {Uint8Array | undefined} */ #given
  /** @type {CryptoKey | undefined} */ #key

  /** @param {MemoOptions} options */
  constructor(options) {
    const { budget, key } = checkOptions('Memo', options, ['budget', 'key'])
    if (!(budget instanceof PrivacyBudget))
      throw new TypeError(`budget must be a PrivacyBudget, got ${formatValue(budget)}`)
    const own = key instanceof Uint8Array ? new Uint8Array(key) : undefined
    if (key !== undefined && own?.length !== KEY_BYTES) {
      throw new TypeError(`key must be a Uint8Array of ${KEY_BYTES} random bytes, got ${nameKind(key)}`)
    }
    if (globalThis.crypto?.subtle === undefined) {
      throw new TypeError('Memo needs crypto.subtle, which browsers have only on pages with https')
    }
    this.#budget = budget
    this.#given = own
    Object.freeze(this)
  }

  /**
   * The answer that was given to this question for this truth, by a mechanism like this; or, the first time, a new one, which is
   * paid for and kept.
   * @template Truth, Released
   * @param {string} question
   * @param {import('./budget-options.js').PrivateMechanism<Truth, Released>} mechanism
   * @param {Truth} truth
   * @returns {Promise<Released>}
   */
  async privatise(question, mechanism, truth) {
    checkQuestion(question)
    const draw = methodOf(mechanism, 'privatise')
    const own = copyOf(truth) // the mark and the draw are about the same truth
    const order = orderOf(this.#budget, mechanism, 1, { question })
    const mark = await this.#markOf(question, mechanism, own)
    // budget/PROOF.md, Proposition 9
    const answer = await releaseOf(
      this.#budget,
      order,
      (account) => {
        const text = JSON.stringify(draw(own))
        if (text === undefined) throw new TypeError('a mechanism of a memo must give answers that JSON can keep')
        account.answers?.kept.set(mark, { question, answer: text })
        return text
      },
      (account) => account.answers?.kept.get(mark)?.answer
    )
    return JSON.parse(answer)
  }

  /**
   * Forgets answers: whoever asks again gets a new one, and pays for it.
   * @param {string} [question] only the answers to this one
   * @returns {Promise<number>} how many were forgotten
   */
  async forget(question) {
    if (question !== undefined) checkQuestion(question)
    return changeOf(this.#budget, (account) => {
      const kept = account.answers?.kept
      const marks = [...(kept ?? [])].filter(([, entry]) => question === undefined || entry.question === question)
      for (const [mark] of marks) kept?.delete(mark)
      account.revision += 1
      return { account, result: marks.length }
    })
  }

  /**
   * By what an answer is found again: nobody can tell the truth from it without the key. Truths that count as the same value of
   * the lattice have the same law, and so the same answer. Which asks have the same mark is seen (budget/PROOF.md,
   * Proposition 10).
   * @param {string} question
   * @param {any} mechanism
   * @param {unknown} truth
   */
  async #markOf(question, mechanism, truth) {
    const meaning = meaningOf(mechanism, truth)
    checkWritable(meaning)
    const meant = JSON.stringify([question, mechanism, meaning])
    this.#key ??= await this.#secret()
    return hexadecimal(await crypto.subtle.sign('HMAC', this.#key, new TextEncoder().encode(meant)))
  }

  /** The key. Where none was given, it is made and written down before any answer is. */
  async #secret() {
    const isGiven = this.#given !== undefined
    const kept = await changeOf(this.#budget, (account) => {
      if (account.answers) return { account: undefined, result: account.answers.key }
      const text = isGiven ? '' : hexadecimal(crypto.getRandomValues(new Uint8Array(KEY_BYTES)))
      account.answers = { key: text, kept: new Map() }
      account.revision += 1
      return { account, result: text }
    })
    if (isGiven !== (kept === '')) {
      const which = isGiven
        ? 'left out: the answers in this store have a key of their own'
        : 'given: it is not in the store'
      throw new TypeError(`key must be ${which}`)
    }
    const bytes = this.#given ?? Uint8Array.from(kept.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return crypto.subtle.importKey('raw', new Uint8Array(bytes), ownOf({ name: 'HMAC', hash: 'SHA-256' }), false, [
      'sign'
    ])
  }
}

/**
 * What a truth counts as: where a mechanism has a lattice, the value that noise is added to. What it refuses is refused here.
 * @param {any} mechanism
 * @param {unknown} truth
 */
function meaningOf(mechanism, truth) {
  const lawOf = memberOf(mechanism, 'at')
  const laws = typeof lawOf === 'function' ? Reflect.apply(lawOf, mechanism, [truth]) : undefined
  if (laws === undefined) return isList(truth) ? Array.from(truth) : truth
  return isList(laws) ? Array.from(laws, (/** @type {any} */ law) => law.snapped) : laws.snapped
}

/** What engines say of a cycle has the names in it, which may be anybody's. @param {unknown} meaning */
function checkWritable(meaning) {
  try {
    JSON.stringify(meaning)
  } catch {
    throw new TypeError(`truth must be something that JSON can write, got ${nameKind(meaning)}`)
  }
}

/** @param {ArrayBuffer | Uint8Array} bytes */
function hexadecimal(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
