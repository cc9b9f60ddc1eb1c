// The settings of a view in the part of the address that browsers keep to themselves, so that a view can be sent. True values
// stay out: addresses are shared, and land in histories.

/** @returns {Map<string, string>} */
export function readFragment() {
  return new Map(new URLSearchParams(location.hash.slice(1)))
}

/** @param {Iterable<[string, unknown]>} entries */
export function writeFragment(entries) {
  const texts = Array.from(entries, ([name, value]) => [name, String(value)])
  history.replaceState(null, '', `#${new URLSearchParams(texts)}`)
}
