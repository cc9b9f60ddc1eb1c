import { isList } from './arguments.js'
import { ownItem } from './own.js'

// Copies of what a caller hands over. Its owner may change it while something is waited for, and so may a thread that shares its
// memory; what was paid for, and what is drawn for, is what it was at the call.

/** Which kind of typed array a view is: of itself, and not what a class that extends it says. */
const kindOfView = /** @type {(this: ArrayBufferView) => string} */ (
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)?.get
)

/**
 * A list of its own, of the same kind. Each item is read once: an array may have getters, which answer as they like.
 * @param {ArrayLike<unknown>} list an array, or a typed array
 * @param {(item: unknown, at: number) => unknown} [copied] what is to stand in the place of an item
 * @returns {any}
 */
export function copyOfList(list, copied = (item) => item) {
  if (ArrayBuffer.isView(list)) return new /** @type {any} */ (globalThis)[kindOfView.call(list)](list)
  const { length } = list
  /** @type {unknown[]} */
  const copy = []
  for (let at = 0; at < length; ++at) copy.push(copied(ownItem(list, at), at))
  return copy
}

/**
 * A copy of a truth, whatever a mechanism takes for one: lists and plain objects are copied through and through. An object of a
 * class is the mechanism's own business, and handed on as it is (budget/PROOF.md, Proposition 6).
 * @param {any} truth
 * @param {string} named
 * @param {readonly object[]} around what it is a part of
 * @returns {any}
 */
export function copyOf(truth, named = 'truth', around = []) {
  if (typeof truth !== 'object' || truth === null) return truth
  if (around.includes(truth)) throw new TypeError(`${named} must not be a part of itself`)
  const inner = [...around, truth]
  if (isList(truth)) {
    return copyOfList(truth, (item, at) => {
      // new Array(2 ** 32 - 1) has a length, and nothing else.
      if (!Object.hasOwn(truth, at)) throw new TypeError(`${named}[${at}] is required: the array has a hole there`)
      return typeof item === 'object' ? copyOf(item, `${named}[${at}]`, inner) : item
    })
  }
  if (![null, Object.prototype].includes(Object.getPrototypeOf(truth))) return truth
  return Object.fromEntries(Object.entries(truth).map(([name, part]) => [name, copyOf(part, named, inner)]))
}
