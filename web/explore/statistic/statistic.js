/** @param {import('inbounds').Inbounds} _inbounds @param {import('../kinds.js').Host} _host @returns {import('../kinds.js').Kind} */
export function createStatisticKind(_inbounds, _host) {
  return { show() {}, hide() {} }
}
