// Local privacy by a window, for a number from 0 to 1: a value in a window around the truth is e^epsilon times as dense as elsewhere, and
// the window stays between 0 and 1. With the width of Y. Zheng, S. Mishra, Y. Hu, "Optimal piecewise-based mechanism for collecting
// bounded numerical data under local differential privacy" (2025) it is their closed form, optimal for the absolute error
// among mechanisms of constant pieces. (Square Wave of Li et al. 2020 is such a window that does not stay in bounds.)

/** @typedef {{ near: number, far: number, place: (truth: number) => [number, number] }} WindowLaw the two densities, and where the window is */

/**
 * What a truth leads to. No two truths and no output lose more than epsilon, as no two densities differ by more.
 * @param {number} epsilon
 * @param {number} width
 * @returns {WindowLaw}
 */
export function windowLaw(epsilon, width) {
  const far = 1 / (1 + width * Math.expm1(epsilon))
  return {
    far,
    near: far * Math.exp(epsilon),
    place(truth) {
      const from = Math.min(Math.max(truth - width / 2, 0), 1 - width)
      return [from, from + width]
    }
  }
}

/** Zheng et al.: with it, the densities are e^(epsilon/2) and e^(-epsilon/2). @param {number} epsilon */
export function zhengWidth(epsilon) {
  return 1 / (Math.exp(epsilon / 2) + 1)
}

/**
 * The mean squared error of a single answer, on average over truths that are spread evenly: of any value, 1/6; of one in the
 * window, w^2/12 where it is centred on the truth, and more beside the ends.
 * @param {number} epsilon
 * @param {number} width
 */
export function squaredError(epsilon, width) {
  const more = Math.expm1(epsilon)
  return (1 / 6 + (more * (width ** 3 + width ** 4)) / 12) / (1 + width * more)
}

/** The width for which that error is the least: its slope is 0 where what rises with the width is 2. @param {number} epsilon */
export function minErrorWidth(epsilon) {
  const more = Math.expm1(epsilon)
  const rising = (/** @type {number} */ w) => 3 * w ** 2 + 4 * w ** 3 + more * (2 * w ** 3 + 3 * w ** 4)
  let [low, high] = [0, 1]
  for (let halvings = 0; halvings < 60; ++halvings) {
    const middle = (low + high) / 2
    if (rising(middle) < 2) low = middle
    else high = middle
  }
  return high
}
