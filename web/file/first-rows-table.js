import { element } from '../controls/elements.js'
import { createElement } from './make-elements.js'

// The first rows of the file, with a box above each column.

/** @typedef {import('./first-rows.js').Look} Look */
/** @typedef {import('./first-rows.js').ColumnLook} ColumnLook */

/** @param {(places: number[]) => void} onChoice */
export function createFirstRowsTable(onChoice) {
  const table = element('first-rows')
  const readChosen = () =>
    [.../** @type {NodeListOf<HTMLInputElement>} */ (table.querySelectorAll('input:checked'))].map(({ value }) =>
      Number(value)
    )
  table.addEventListener('change', () => onChoice(readChosen()))

  return {
    chosen: readChosen,

    /** @param {Look} look @param {readonly number[]} ticked */
    show({ columns, rows }, ticked) {
      const names = columns.map(({ name }) => name)
      const heads = columns.map((column, place) => {
        const isDouble = names.indexOf(column.name) !== names.lastIndexOf(column.name)
        return headOf(column, place, { isDouble, isTicked: ticked.includes(place) })
      })
      const body = rows.map((cells) => createElement('tr', cells.map((cell) => createElement('td', cell)))) // biome-ignore format: one row
      table.replaceChildren(createElement('thead', [createElement('tr', heads)]), createElement('tbody', body))
    }
  }
}

/** @param {ColumnLook} column @param {number} place @param {{ isDouble: boolean, isTicked: boolean }} state */
function headOf(column, place, { isDouble, isTicked }) {
  const box = createElement('input', [], { type: 'checkbox', value: String(place), id: `column-${place}` })
  box.checked = isTicked && !isDouble
  box.disabled = isDouble
  const label = createElement('label', [box, createElement('span', column.name === '' ? '(no name)' : column.name)], {
    class: 'tick'
  })
  const kind = createElement('span', isDouble ? 'another column has this name; rename one' : wordsFor(column), {
    class: 'kind'
  })
  if (column.kind === 'numbers' || column.kind === 'some') kind.classList.add('candidate')
  return createElement('th', [label, kind], { scope: 'col' })
}

/** @param {ColumnLook} column */
function wordsFor({ kind, others }) {
  if (kind === 'numbers') return 'numbers'
  if (kind === 'some') return `numbers, and ${others.map((word) => `‘${word}’`).join(', ')}`
  return kind === 'nothing' ? 'empty so far' : 'not numbers'
}
