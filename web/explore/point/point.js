/** @param {import('inbounds').Inbounds} _inbounds @param {import('../kinds.js').Host} _host @returns {import('../kinds.js').Kind} */
export function createPointKind(_inbounds, _host) {
  return { show() {}, hide() {} }
}
