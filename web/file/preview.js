import { element } from '../controls/elements.js'
import { createElement } from './make-elements.js'

// A few rows with noise of their own, so that nobody is surprised by what comes out.

/** @typedef {import('./settings.js').Chosen} Chosen */

/**
 * @param {import('./first-rows.js').Look} look
 * @param {readonly Chosen[]} columns
 * @param {readonly string[]} missing words
 */
export function showPreview({ rows }, columns, missing) {
  const names = columns.map(({ name }) => createElement('th', name, { scope: 'colgroup', colspan: '2' }))
  const parts = columns.flatMap(() => [
    createElement('th', 'before', { scope: 'col' }),
    createElement('th', 'after', { scope: 'col' })
  ])
  const body = rows.map((cells, row) =>
    createElement('tr', [
      createElement('th', String(row + 1), { scope: 'row' }),
      ...columns.flatMap(({ place, mechanism }) => {
        const cell = cells[place] ?? ''
        const after = noisy(mechanism, cell, missing)
        return [createElement('td', cell), createElement('td', after.words, { class: after.kind })]
      })
    ])
  )
  const corner = createElement('td', [createElement('span', 'row', { class: 'visually-hidden' })], { rowspan: '2' })
  element('preview').replaceChildren(
    createElement('thead', [createElement('tr', [corner, ...names]), createElement('tr', parts)]),
    createElement('tbody', body)
  )
}

/** @param {any} mechanism @param {string} cell @param {readonly string[]} missing */
function noisy(mechanism, cell, missing) {
  const text = cell.trim()
  if (text === '' || missing.includes(text)) return { words: 'missing', kind: 'absent' }
  const truth = Number(text)
  if (!Number.isFinite(truth)) return { words: 'not a number', kind: 'wrong' }
  return { words: String(mechanism.privatise(truth)), kind: 'noisy' }
}
