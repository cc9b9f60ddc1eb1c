import { element } from '../controls/elements.js'
import { make } from './markup.js'
import { badge } from './verdicts.js'

/**
 * The list at the top: everything, with its verdict as soon as there is one.
 * @param {readonly import('./entry-panel.js').EntryPanel[]} panels
 */
export function createOverview(panels) {
  /** @type {Map<string, HTMLElement>} */
  const places = new Map()
  const items = panels.map(({ entry, name }) => {
    const place = make('span', { class: 'outcome' }, '…')
    places.set(entry.id, place)
    return make('li', {}, make('a', { href: `#${entry.id}` }, `${shortNames[entry.paper]}, ${name}`), place)
  })
  element('overview').replaceChildren(...items)
  let done = 0

  return {
    /**
     * @param {string} id
     * @param {import('./computations/result.js').Outcome} outcome
     */
    tell(id, outcome) {
      const place = places.get(id)
      if (place?.textContent === '…') done += 1
      place?.replaceChildren(badge(outcome))
      element('overview-state').textContent =
        done === panels.length ? `All ${done} computed on this device.` : `${done} of ${panels.length} computed.`
    }
  }
}

const shortNames = { holohan: 'Holohan et al.', croft: 'Croft et al.', 'chen-hale': 'Chen & Hale', bayes: 'Draft' }
