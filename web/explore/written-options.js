/**
 * The options of a mechanism as lines of JavaScript, for code that is ready to copy.
 * @param {object} options
 */
export function writeOptions(options) {
  return Object.entries(options)
    .map(([option, value]) => `  ${option}: ${writeValue(value)}`)
    .join(',\n')
}

/** @param {unknown} value */
function writeValue(value) {
  return typeof value === 'number' ? String(value) : JSON.stringify(value).replaceAll('"', "'").replaceAll(',', ', ')
}
