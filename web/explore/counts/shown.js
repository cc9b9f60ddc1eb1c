/**
 * The law of one answer's released count, and how often each was drawn: candidates with the same count of it are one bar.
 * @param {Pick<import('./ask.js').Answer, 'places' | 'probabilities' | 'options'>} answer
 * @param {number} category
 * @param {readonly (readonly number[])[]} drawn
 */
export function barsShown({ places, probabilities, options }, category, drawn) {
  const caps = new Float64Array(options.trials + 1)
  for (const [at, place] of places.entries()) {
    const count = place[category] ?? 0
    caps[count] = (caps[count] ?? 0) + (probabilities[at] ?? 0)
  }
  const heights = new Float64Array(options.trials + 1)
  for (const counts of drawn) {
    const count = counts[category] ?? 0
    heights[count] = (heights[count] ?? 0) + 1 / drawn.length
  }
  const bars = Array.from(caps, (_, count) => ({ from: count - 0.5, to: count + 0.5 }))
  return { bars, caps, heights }
}
