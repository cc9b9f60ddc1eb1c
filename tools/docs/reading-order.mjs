// The order in which members and options are read: what matters first comes first. What is not named here follows.

const MEMBERS = words(`
  add merge addRows total counts edges mechanism range
  privatise privatiseAll at probabilities expectedDistance candidate audit epsilonOf deltaOf describe toJSON scaleFor fromJSON
  prior trials values method epsilon delta sensitivity guarantee scale rate temperature smoothing alpha scales candidates calibration lower upper spans dimensions lowest highest granularity steps outside
  truth snapped mean bias variance mse pmf logPmf pdf logPdf atom cdf survival quantile interval continuous
`)
const OPTIONS = words(`
  mechanism error reports of table column dialect bins quantiles confidence
  prior trials values lower upper gaps spans epsilon rmse delta method smoothing temperature sensitivity guarantee scale granularity calibration outside
`)

/** @template {{ name: string }} One @param {readonly One[]} members */
export function membersInOrder(members) {
  return inOrder(members, MEMBERS)
}

/** @template {{ name: string }} One @param {readonly One[]} options */
export function optionsInOrder(options) {
  return inOrder(options, OPTIONS)
}

/** @template {{ name: string }} One @param {readonly One[]} list @param {readonly string[]} order */
function inOrder(list, order) {
  const place = (/** @type {One} */ { name }) => (order.includes(name) ? order.indexOf(name) : order.length)
  return [...list].sort((a, b) => place(a) - place(b))
}

/** @param {string} text */
function words(text) {
  return text.trim().split(/\s+/)
}
