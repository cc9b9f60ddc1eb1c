/** A number as the page writes it for people. */
export function numberFrom(text) {
  return Number.parseFloat(text.replaceAll('−', '-').replaceAll(',', ''))
}
