/** Spans as they are written in the papers. @param {readonly (readonly [number, number])[]} spans */
export function nameSpans(spans) {
  const end = (/** @type {number} */ value) => String(value).replace('Infinity', '∞').replace('-', '−')
  return spans
    .map(([lower, upper]) => {
      const [open, close] = [Number.isFinite(lower) ? '[' : '(', Number.isFinite(upper) ? ']' : ')']
      return `${open}${end(lower)}, ${end(upper)}${close}`
    })
    .join(' ∪ ')
}
