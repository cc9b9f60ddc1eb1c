import { element } from '../../controls/elements.js'
import { percent, significant } from '../../wording/figures.js'

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./draws.js').Drawn} Drawn */

/** The bars of the chart in rows. They are only written while somebody looks at them. */
export function createBarTable() {
  const details = /** @type {HTMLDetailsElement} */ (element('as-table'))
  let write = () => {}
  details.addEventListener('toggle', () => write())

  return {
    /**
     * @param {Model} model
     * @param {Drawn} drawn
     */
    show(model, drawn) {
      write = () => {
        if (details.open) element('bar-rows').replaceChildren(...rowsOf(model, drawn))
      }
      element('bar-title').textContent = model.cut.single ? 'Released' : 'Released, from – to'
      write()
    }
  }
}

/**
 * @param {Model} model
 * @param {Drawn} drawn
 */
function rowsOf({ cut, shares, mechanism, format }, drawn) {
  const half = mechanism.granularity / 2
  return cut.bars.map(({ from, to }, at) => {
    const released = cut.single ? significant(from + half) : `${format(from + half)} – ${format(to - half)}`
    const row = document.createElement('tr')
    row.append(cell('th', released), cell('td', percent(shares[at] ?? 0)), cell('td', String(drawn.counts[at])))
    return row
  })
}

/**
 * @param {'th' | 'td'} kind
 * @param {string} words
 */
function cell(kind, words) {
  const node = document.createElement(kind)
  if (kind === 'th') node.setAttribute('scope', 'row')
  node.textContent = words
  return node
}
