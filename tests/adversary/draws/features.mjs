// What an attacker looks at: functions of a sample that sort it into a few bins. Events are unions of bins.
//
// A sample is a list of columns (Float64Array): one for a number, one for each coordinate of a vector, one for each of
// several draws in a row. Bins are laid out by training samples, so testing samples are independent of them. All is done
// column by column, since a call for each of a hundred million draws would take longer than drawing them.

/**
 * @typedef {object} Feature
 * @property {string} name
 * @property {number} bins
 * @property {(columns: Float64Array[]) => Uint16Array} sort the bin of each sample
 */

const LAID_OUT_BY = 2048 // samples of each truth are enough to lay out the bins; sorting more takes longer than drawing
const MAX_CUTS = 64

/** What one released number tells. @param {Float64Array[][]} samples @param {number} granularity */
export function featuresOfNumbers(samples, granularity) {
  const value = bin('value', samples, nth(0))
  // A feature in which every value has a bin of its own tells all there is to tell.
  return value.complete ? [value] : [value, ...fineFeatures(samples, 0, granularity)]
}

/**
 * What a released vector tells: its coordinates, where it lies along the line through both truths (half-spaces), and
 * pairs of coordinates (corners; and what they share, if random words were used twice).
 * @param {Float64Array[][]} samples
 * @param {number[]} granularities
 * @param {number[]} direction from one truth to the other
 */
export function featuresOfVectors(samples, granularities, direction) {
  const features = []
  for (let j = 0; j < granularities.length; ++j) {
    const value = bin(`coordinate ${j}`, samples, nth(j))
    features.push(value)
    if (!value.complete) features.push(...fineFeatures(samples, j, granularities[j]))
    for (let k = 0; k < j; ++k) features.push(...featuresOfTwo(samples, j, k))
  }
  const along = (columns) => {
    const place = new Float64Array(columns[0].length)
    for (const [j, column] of columns.entries())
      for (let i = 0; i < place.length; ++i) place[i] += column[i] * direction[j]
    return place
  }
  return [...features, bin('half-spaces', samples, along)]
}

/**
 * What draws in a row tell, of which one is of another truth: itself, and what it shares with each of the others.
 * @param {Float64Array[][]} samples
 * @param {number} changed
 */
export function featuresOfSequences(samples, changed) {
  const others = [...samples[0].keys()].filter((k) => k !== changed)
  const value = bin(`draw ${changed}`, samples, nth(changed))
  return [value, ...others.flatMap((k) => featuresOfTwo(samples, changed, k))]
}

/** What two columns tell together: their difference (0 in a bin of its own: equal draws), and a grid of both. */
function featuresOfTwo(samples, j, k) {
  const minus = (columns) => {
    const [one, other] = [columns[j], columns[k]]
    const difference = new Float64Array(one.length)
    for (let i = 0; i < one.length; ++i) difference[i] = one[i] - other[i]
    return difference
  }
  const difference = bin(`the difference of ${j} and ${k}`, samples, minus, { extraCuts: [0] })
  const [first, second] = [j, k].map((column) => bin('', samples, nth(column), { maxCuts: 6 }))
  return [difference, product(`${j} and ${k} together`, first, second)]
}

/** What is left of a truth in the last places: of the whole number of steps, and of the double (Mironov 2012). */
function fineFeatures(samples, j, granularity) {
  const lastPlaces = {
    name: 'the last places of the number of steps',
    bins: 80, // a multiple of 16 and of 10: four bits, and a decimal digit
    sort: (columns) => {
      const bins = new Uint16Array(columns[j].length)
      for (let i = 0; i < bins.length; ++i) {
        const rest = Math.round(columns[j][i] / granularity) % 80
        bins[i] = rest < 0 ? rest + 80 : rest
      }
      return bins
    }
  }
  const lastBits = {
    name: '',
    bins: 16,
    sort: (columns) => {
      const words = new Uint32Array(columns[j].slice().buffer) // the low word first, as in WebAssembly
      const bins = new Uint16Array(columns[j].length)
      for (let i = 0; i < bins.length; ++i) bins[i] = words[2 * i] & 15
      return bins
    }
  }
  const value = bin('', samples, nth(j), { maxCuts: 8 })
  return [lastPlaces, product('the last bits of the double, and where it lies', value, lastBits)]
}

/** @param {number} j @returns {(columns: Float64Array[]) => Float64Array} */
const nth = (j) => (columns) => columns[j]

/** @param {string} name @param {Feature} first @param {Feature} second @returns {Feature} */
function product(name, first, second) {
  const sort = (columns) => {
    const [bins, others] = [first.sort(columns), second.sort(columns)]
    for (let i = 0; i < bins.length; ++i) bins[i] = bins[i] * second.bins + others[i]
    return bins
  }
  return { name, bins: first.bins * second.bins, sort }
}

/**
 * Bins for a function of a sample. Cuts are at values that occurred: at all of them if they are few, else at quantiles.
 * Each cut is a bin of its own, for the sake of atoms, and so is each interval between two.
 * @param {string} name
 * @param {Float64Array[][]} samples
 * @param {(columns: Float64Array[]) => Float64Array} view
 * @param {{ extraCuts?: number[], maxCuts?: number }} [layout]
 * @returns {Feature & { complete: boolean }}
 */
function bin(name, samples, view, { extraCuts = [], maxCuts = MAX_CUTS } = {}) {
  const few = samples.map((columns) => view(columns.map((column) => column.subarray(0, LAID_OUT_BY))))
  const seen = Float64Array.from(few.flatMap((column) => [...column])).sort()
  const values = distinct(seen)
  const complete = values.length <= maxCuts
  const quantiles = Array.from({ length: maxCuts }, (_, q) => seen[Math.floor(((q + 0.5) * seen.length) / maxCuts)])
  const cuts = distinct(Float64Array.from([...(complete ? values : quantiles), ...extraCuts]).sort())
  // As many as a search by halves asks for: 2^n - 1.
  const padded = new Float64Array(2 ** Math.ceil(Math.log2(cuts.length + 1)) - 1).fill(Number.POSITIVE_INFINITY)
  padded.set(cuts)
  return { name, bins: 2 * padded.length + 1, sort: (columns) => sortIntoBins(view(columns), padded), complete }
}

/**
 * Twice the number of cuts below each value, and one more if the value is a cut. Without branches: a processor could not
 * guess them.
 */
function sortIntoBins(column, cuts) {
  const bins = new Uint16Array(column.length)
  const half = (cuts.length + 1) / 2
  for (let i = 0; i < column.length; ++i) {
    const value = column[i]
    let below = 0
    for (let step = half; step >= 1; step >>= 1) below += step * ((cuts[below + step - 1] < value) | 0)
    bins[i] = 2 * below + ((cuts[below] === value) | 0)
  }
  return bins
}

/** @param {Float64Array} ascending */
function distinct(ascending) {
  return Array.from(ascending).filter((value, i) => i === 0 || value !== ascending[i - 1])
}
