// The draft's x_0: the middle of the counts, one number or the two beside it; and what its statements are checked for.

export const UNIFORM = /** @type {const} */ ([1, 1])
export const MAX_TRIALS = 200

/** @param {number} trials */
export const middleOf = (trials) => ({ low: Math.floor(trials / 2), high: Math.ceil(trials / 2) })

/** @param {(trials: number) => number} failures @param {number} [from] */
export function countFailures(failures, from = 1) {
  let sum = 0
  for (let trials = from; trials <= MAX_TRIALS; ++trials) sum += failures(trials)
  return sum
}
