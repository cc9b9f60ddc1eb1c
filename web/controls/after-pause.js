/**
 * Runs the action once nothing has asked for it again for a while; `cancel` forgets it.
 * @template {unknown[]} Arguments
 * @param {number} milliseconds
 * @param {(...given: Arguments) => void} action
 */
export function afterPause(milliseconds, action) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @param {Arguments} given */
  const ask = (...given) => {
    clearTimeout(timer)
    timer = setTimeout(action, milliseconds, ...given)
  }
  return Object.assign(ask, { cancel: () => clearTimeout(timer) })
}
