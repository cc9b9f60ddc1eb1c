// Everything the library says about one choice of settings for a place in the plane.

const CELLS = 44

/** @typedef {ReturnType<typeof modelOf>} Model */
/**
 * @typedef {object} Options
 * @property {[number, number]} lower
 * @property {[number, number]} upper
 * @property {number} [epsilon]
 * @property {number} [scale]
 * @property {'published'} [calibration]
 * @property {number} [sensitivity]
 * @property {number} [granularity]
 * @property {'error'} [outside]
 */

/**
 * @param {import('inbounds').Inbounds} inbounds
 * @param {Options} options
 * @param {[number, number]} truth
 */
export function modelOf({ BoundedGaussian }, options, truth) {
  const mechanism = new BoundedGaussian(/** @type {import('inbounds').GaussianOptions} */ (options))
  const laws = /** @type {[import('inbounds').LatticeLaw, import('inbounds').LatticeLaw]} */ (
    /** @type {unknown} */ (mechanism.at(truth))
  )
  const steps = /** @type {readonly number[]} */ (/** @type {unknown} */ (mechanism.granularity))
  const [xEdges, yEdges] = [0, 1].map((side) =>
    edgesOf(Number(options.lower[side]), Number(options.upper[side]), Number(steps[side] ?? steps))
  )
  const edges = { xEdges: xEdges ?? [], yEdges: yEdges ?? [] }
  return {
    mechanism,
    options,
    truth,
    laws,
    audit: mechanism.audit(),
    ...edges,
    shares: sharesOf(laws, edges)
  }
}

/**
 * Cells that hold as many values each, with edges half a step beside them; one for each value where there are few.
 * @param {number} lower
 * @param {number} upper
 * @param {number} step
 */
function edgesOf(lower, upper, step) {
  const [first, last] = [Math.ceil(lower / step - 1e-6), Math.floor(upper / step + 1e-6)]
  const size = Math.max(1, Math.ceil((last - first + 1) / CELLS))
  const edges = []
  for (let at = first; at <= last; at += size) edges.push((at - 0.5) * step)
  return [...edges, (last + 0.5) * step]
}

/**
 * The coordinates of the noise are independent, and so the probability of a cell is a product.
 * @param {readonly [import('inbounds').LatticeLaw, import('inbounds').LatticeLaw]} laws
 * @param {{ xEdges: number[], yEdges: number[] }} edges
 */
function sharesOf([lawX, lawY], { xEdges, yEdges }) {
  const along = (/** @type {import('inbounds').LatticeLaw} */ law, /** @type {number[]} */ edges) =>
    edges.slice(1).map((edge, at) => law.cdf(edge) - law.cdf(/** @type {number} */ (edges[at])))
  const [columns, rows] = [along(lawX, xEdges), along(lawY, yEdges)]
  // The last cell of a row may be narrower; what is shown is how likely a place is, not a cell.
  const widths = xEdges.slice(1).map((edge, at) => edge - Number(xEdges[at]))
  const heights = yEdges.slice(1).map((edge, at) => edge - Number(yEdges[at]))
  return Float64Array.from(
    rows.flatMap((row, up) => columns.map((column, at) => (row * column) / Number(widths[at]) / Number(heights[up])))
  )
}
