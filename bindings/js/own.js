// What is an object's own. A script on the page, or a library of a library, can put a property on Object.prototype or
// Array.prototype, and it is then seen in every object that has none of that name. Nothing like that may be taken for an option.

/**
 * A copy of what is an object's own, which inherits nothing: what it lacks is undefined.
 * @template {object} Kind
 * @param {Kind | null | undefined} object
 * @returns {Kind}
 */
export function ownOf(object) {
  return Object.assign(Object.create(null), object)
}

/** An item of a list; undefined for a hole, whatever it would inherit. @param {ArrayLike<unknown>} list @param {number} at */
export function ownItem(list, at) {
  return Object.hasOwn(list, at) ? list[at] : undefined
}

/**
 * What an object or its class has under a name: objects of classes inherit their methods, and some of them their numbers.
 * @param {any} object
 * @param {string} name
 * @returns {any}
 */
export function memberOf(object, name) {
  if (!(name in Object.prototype)) return object?.[name] // as always, but for what this file is about
  for (let holder = object; Object(holder) === holder && holder !== Object.prototype; ) {
    if (Object.hasOwn(holder, name)) return object[name]
    holder = Object.getPrototypeOf(holder)
  }
  return undefined
}

/** What a text of JSON says, in objects that inherit nothing. @param {string} text @returns {any} */
export function ownFromJSON(text) {
  return JSON.parse(text, (_, value) => (isObject(value) ? ownOf(value) : value))
}

/** @param {unknown} value @returns {value is object} */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
