/**
 * "; did you mean '...'?" where a known word is near; otherwise the words that there are.
 * @param {string} word
 * @param {readonly string[]} known
 * @param {string} [prefix] as in '--'
 */
export function didYouMean(word, known, prefix = '') {
  const lower = word.toLowerCase()
  const near =
    known.find((candidate) => lower.length > 1 && candidate.toLowerCase().startsWith(lower)) ?? nearest(lower, known)
  if (near !== undefined) return `; did you mean '${prefix}${near}'?`
  if (known.length === 0) return ''
  return `; there are ${listWords(known.map((one) => prefix + one))}`
}

/** A list that does not fill the screen. @param {readonly string[]} words */
export function listWords(words) {
  const max = 30
  const more = words.length > max ? ` and ${words.length - max} more` : ''
  return words.slice(0, max).join(', ') + more
}

/** At most two letters away, and no more than a third of the word. @param {string} word @param {readonly string[]} known */
function nearest(word, known) {
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.min(2, Math.ceil(word.length / 3)))
    .sort((a, b) => a.distance - b.distance)
  return best?.candidate
}

/** Levenshtein distance, one row at a time. @param {string} a @param {string} b */
function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; ++i) {
    const next = [i]
    for (let j = 1; j <= b.length; ++j) {
      const swap = Number(row[j - 1]) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, Number(row[j]) + 1, Number(next[j - 1]) + 1))
    }
    row = next
  }
  return Number(row[b.length])
}
