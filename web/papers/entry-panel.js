import { createFigure } from './figure.js'
import { make } from './markup.js'
import { rowTable } from './row-table.js'
import { badge } from './verdicts.js'

/** @typedef {import('./computations/catalogue.js').Entry} Entry */
/** @typedef {import('./computations/result.js').Result} Result */

const MANY_ROWS = 8

/**
 * One figure, table, statement or erratum: its state, and once it is computed, all of it.
 * @param {Entry} entry
 */
export function createEntryPanel(entry) {
  const name = entry.kind === 'erratum' ? `Erratum ${entry.id.split('-')[1]}: ${entry.place}` : entry.place
  const verdict = make('p', { class: 'verdict' })
  const state = make('p', { class: 'note state' }, 'Waiting for its turn.')
  const progress = /** @type {HTMLProgressElement} */ (
    make('progress', { max: '1', value: '0', 'aria-label': `Progress of ${name}` })
  )
  const controls = make('div', { class: 'controls' })
  const pictures = make('div', { class: 'pictures' })
  const numbers = make('div', { class: 'row-place' })
  const settings = make('p', { class: 'note' })
  const heading = make('h3', {}, make('span', { class: 'place' }, name), ` ${entry.title}`)
  const panel = make(
    'article',
    { class: `panel entry ${entry.kind}`, id: entry.id, tabindex: '-1' },
    heading,
    verdict,
    state,
    progress,
    controls,
    pictures,
    numbers,
    settings
  )
  progress.hidden = true
  /** @type {ReturnType<typeof createFigure>[]} */
  let figures = []

  /** @param {Result} result */
  function show(result) {
    verdict.replaceChildren(badge(result.verdict.outcome), ` ${result.verdict.words}`)
    if (figures.length === 0) {
      figures = result.charts.map(createFigure)
      pictures.replaceChildren(...figures.map(({ figure }) => figure))
    }
    for (const [at, { show: draw }] of figures.entries()) {
      const chart = result.charts[at]
      if (chart) draw(chart)
    }
    const table = rowTable(result, `${name}: ${entry.title}`)
    const wasOpen = numbers.querySelector('details')?.open ?? false
    const isCollapsed = entry.kind !== 'table' && result.rows.length > MANY_ROWS && result.charts.length > 0
    const details = make('details', {}, make('summary', {}, `All ${result.rows.length} numbers`), table)
    if (wasOpen) details.setAttribute('open', '')
    numbers.replaceChildren(isCollapsed ? details : table)
    settings.textContent = result.settings ?? ''
  }

  return {
    entry,
    name,
    panel,
    controls,
    show,
    /** @param {{ done: number, total: number, partial?: Result }} at */
    advance({ done, total, partial }) {
      progress.hidden = false
      progress.value = done / total
      state.textContent = `Computing: ${Math.floor((100 * done) / total)}%`
      if (partial) show(partial)
    },
    /** @param {string} words empty when there is nothing to say */
    rest(words) {
      progress.hidden = true
      state.textContent = words
      state.hidden = words === ''
    },
    begin() {
      state.hidden = false
      state.textContent = 'Computing…'
    }
  }
}

/** @typedef {ReturnType<typeof createEntryPanel>} EntryPanel */
