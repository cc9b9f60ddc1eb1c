import { element } from '../controls/elements.js'
import { copyOf, part } from './make-elements.js'

// The settings of each chosen column. What was typed for a column stays as long as its card does.

/** @typedef {{ place: number, name: string }} Column */

export function createCards() {
  const place = element('cards')
  /** @type {Map<string, HTMLElement>} */
  const cards = new Map()

  return {
    /** @param {readonly Column[]} columns */
    show(columns) {
      const keys = new Set(columns.map(keyOf))
      for (const key of cards.keys()) if (!keys.has(key)) cards.delete(key)
      for (const column of columns) if (!cards.has(keyOf(column))) cards.set(keyOf(column), cardFor(column))
      const inOrder = columns.map((column) => /** @type {HTMLElement} */ (cards.get(keyOf(column))))
      // A card that is moved would lose the focus.
      for (const card of [...place.children]) if (!inOrder.includes(/** @type {HTMLElement} */ (card))) card.remove()
      for (const [at, card] of inOrder.entries()) {
        if (place.children[at] !== card) place.insertBefore(card, place.children[at] ?? null)
      }
    },

    /** Another file has other columns. */
    clear() {
      cards.clear()
      place.replaceChildren()
    },

    /** Which fields there are depends on how epsilon is given. @param {'total' | 'each'} way @param {boolean} isOnly */
    setBudget(way, isOnly) {
      for (const setting of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll('[data-of]'))) {
        setting.hidden = setting.dataset.of !== way || (way === 'total' && isOnly)
      }
    },

    /** What a share comes to. @param {number} column @param {string} words */
    showEpsilon(column, words) {
      const shown = element(`share-${column}`).closest('.setting')?.querySelector('[data-shown=epsilon]')
      if (shown) shown.textContent = words
    }
  }
}

/** @param {Column} column */
function keyOf({ place, name }) {
  return `${place} ${name}`
}

/** @param {Column} column */
function cardFor({ place, name }) {
  const card = copyOf('card')
  part(card, 'legend').textContent = name
  for (const field of card.querySelectorAll('input, select')) {
    const id = `${field.id}-${place}`
    part(card, `[for=${field.id}]`).setAttribute('for', id)
    part(card, `#${field.id}-error`).id = `${id}-error`
    field.setAttribute('aria-describedby', `${id}-error`)
    field.id = id
  }
  return card
}
