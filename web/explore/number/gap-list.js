import { ParameterError } from 'inbounds'
import { element } from '../../controls/elements.js'

// What is impossible between the bounds: a row of two fields for each gap. The axis shows the same gaps, with ends to drag.

/** @typedef {[number, number]} Gap */

export function createGapList() {
  const list = element('gap-rows')
  const add = /** @type {HTMLButtonElement} */ (element('add-gap'))
  /** @param {HTMLElement} [from] */
  const announceChange = (from = list) => from.dispatchEvent(new Event('input', { bubbles: true }))

  /** @param {Gap} gap */
  function append([from, to]) {
    const row = document.createElement('li')
    const remove = document.createElement('button')
    remove.type = 'button'
    remove.textContent = 'Remove'
    remove.addEventListener('click', () => {
      const next = row.nextElementSibling ?? row.previousElementSibling
      row.remove()
      name()
      announceChange()
      const target = next?.querySelector('input') ?? add
      target.focus()
    })
    row.append(field(from), 'to', field(to), remove)
    list.append(row)
    name()
    return row
  }

  /** Rows are counted for those who only hear them. */
  function name() {
    for (const [at, row] of [...list.children].entries()) {
      const [from, to] = row.querySelectorAll('input')
      from?.setAttribute('aria-label', `Gap ${at + 1}, from`)
      to?.setAttribute('aria-label', `Gap ${at + 1}, to`)
      row.querySelector('button')?.setAttribute('aria-label', `Remove gap ${at + 1}`)
    }
  }

  const rows = () =>
    [...list.children].map((row) => /** @type {HTMLInputElement[]} */ ([...row.querySelectorAll('input')]))

  return {
    /** @returns {Gap[]} */
    read() {
      return rows().map((fields) => {
        const ends = fields.map((one) => (one.value.trim() === '' ? Number.NaN : Number(one.value)))
        if (ends.some((end) => !Number.isFinite(end))) {
          throw new ParameterError('gaps', ends, 'gaps must have two ends that are numbers')
        }
        return /** @type {Gap} */ (ends)
      })
    },
    /** @param {readonly (readonly [number, number])[]} gaps */
    fill(gaps) {
      list.replaceChildren()
      for (const [from, to] of gaps) append([from, to])
    },
    /** @param {Gap} gap */
    add(gap) {
      const row = append(gap)
      announceChange()
      row.querySelector('input')?.focus()
    },
    /** @param {number} at @param {0 | 1} end @param {number} value */
    move(at, end, value) {
      const one = rows()[at]?.[end]
      if (!one || one.value === String(value)) return
      one.value = String(value)
      announceChange(one)
    },
    /** @param {number} at */
    remove(at) {
      list.children[at]?.remove()
      name()
      announceChange()
    },
    onAdd: (/** @type {() => void} */ tell) => add.addEventListener('click', tell)
  }
}

/** @param {number} value */
function field(value) {
  const field = document.createElement('input')
  field.type = 'number'
  field.step = 'any'
  field.value = String(value)
  field.setAttribute('aria-describedby', 'gaps-error')
  return field
}
