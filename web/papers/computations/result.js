// What a computation gives: rows of numbers with what is printed beside, pictures, and a verdict. No page is needed for any of it.

/**
 * - agrees: what is printed is what comes out, to the printed digits
 * - cut: the same, if digits are cut off instead of rounded
 * - differs: it is not what comes out
 * - holds, fails: what the paper says in words
 * - less: it is private, and less noise is enough
 * @typedef {'agrees' | 'cut' | 'differs' | 'holds' | 'fails' | 'less'} Outcome
 */

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {string} printed in the paper: a number as it stands there, a sentence in few words; empty if there is nothing
 * @property {number | string} recomputed from the package, or by the paper's own formula
 * @property {number | string} [compared] what it is compared with, if that is none of the three
 * @property {number | string} [tight] what the package's tight calibration gives, or what is enough
 * @property {number | string} [further] another to compare with
 * @property {Outcome} [verdict]
 */

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {'paper' | 'tight' | 'other' | 'plain' | 'alarm'} role which is how it is drawn: what the paper has, what is enough, others, what is
 *   compared with, and what goes wrong
 * @property {readonly (number | null)[]} ys null leaves a gap
 */

/**
 * @typedef {object} Chart
 * @property {string} title
 * @property {string} words what is to be seen, for whoever does not see it
 * @property {string} xTitle
 * @property {string} yTitle
 * @property {readonly number[]} xs ascending
 * @property {readonly Line[]} lines
 * @property {boolean} [logarithmicX]
 * @property {boolean} [logarithmicY]
 * @property {[number, number]} [y] how far the axis reaches
 * @property {readonly { x?: number, y?: number, words?: string, role: Line['role'] }[]} [marks]
 */

/**
 * @typedef {object} Result
 * @property {{ what: string, printed: string, recomputed: string, compared?: string, tight?: string, further?: string }} headings of the columns
 * @property {readonly Row[]} rows
 * @property {readonly Chart[]} charts
 * @property {{ outcome: Outcome, words: string }} verdict
 * @property {string} [settings] what the paper does not print, and had to be chosen
 */

/**
 * @typedef {object} Watch
 * @property {AbortSignal} [signal] ends the computation early; what it throws is the signal's reason
 * @property {(progress: { done: number, total: number, partial?: Result }) => void} [onProgress]
 */

/** @typedef {import('inbounds').Inbounds} Inbounds */
/** @typedef {(inbounds: Inbounds, watch?: Watch, wishes?: { runs?: number }) => Promise<Result>} Compute runs: of experiments, other than in the paper */

/**
 * Whether a number is what is printed, to the digits that are printed.
 * @param {string} printed
 * @param {number} value
 * @returns {Outcome}
 */
export function agreesWithPrint(printed, value) {
  const decimals = /\.(\d+)/.exec(printed)?.[1]?.length ?? 0
  const target = Number.parseFloat(printed)
  if (Number(value.toFixed(decimals)) === target) return 'agrees'
  return Math.trunc(value * 10 ** decimals) === Math.round(target * 10 ** decimals) ? 'cut' : 'differs'
}

/** @param {boolean} isTrue @returns {Outcome} */
export const claim = (isTrue) => (isTrue ? 'holds' : 'fails')

/**
 * A promise against what it comes to: kept with room to spare, just kept, or broken.
 * @param {number} promised
 * @param {number} exact
 * @returns {Outcome}
 */
export function judgePromise(promised, exact) {
  if (!(exact <= promised * (1 + 1e-9))) return 'fails'
  return exact < promised * 0.999 ? 'less' : 'holds'
}

/** Whether two computations of one number agree but for rounding. @param {number} one @param {number} other */
export const isClose = (one, other, relative = 1e-9) => Math.abs(one - other) <= relative * Math.abs(other)

/** Numbers evenly from one to another. @param {number} from @param {number} to @param {number} cells */
export const evenly = (from, to, cells) => Array.from({ length: cells + 1 }, (_, k) => from + ((to - from) * k) / cells)

/** The same, by their logarithms. @param {number} from @param {number} to @param {number} cells */
export const byPowers = (from, to, cells) =>
  evenly(Math.log10(from), Math.log10(to), cells).map((power) => Number((10 ** power).toPrecision(12)))
