import { element } from '../controls/elements.js'
import { keepForOffline } from './offline.js'

/**
 * Starts a view once the library is there; if it cannot be had, or the view fails, the page says so.
 * @template Library
 * @param {() => Promise<Library>} load of `inbounds`, or of `inbounds/collector`
 * @param {(library: Library) => void | Promise<void>} start
 */
export async function startView(load, start) {
  try {
    await start(await load())
  } catch (error) {
    notice('The page could not be started; reloading it may help', withoutAdvice(error))
  }
  keepForOffline()
}

/**
 * What the visitor cannot mend.
 * @param {string} what
 * @param {unknown} error
 */
export function notice(what, error) {
  element('notice').textContent = `${what}: ${error instanceof Error ? error.message : error}.`
}

/** For whoever does not see what changed. @param {string} words */
export function announce(words) {
  element('announcer').textContent = words
}

/** What load() says, without what it adds for developers. @param {unknown} error */
function withoutAdvice(error) {
  const cause = error instanceof Error && error.name === 'LoadError' ? error.cause : undefined
  return cause instanceof Error && cause.name === 'LoadError' ? cause : error
}
