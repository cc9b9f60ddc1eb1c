import { significant } from '../wording/figures.js'
import { make } from './markup.js'
import { badge } from './verdicts.js'

const COLUMNS = /** @type {const} */ (['printed', 'recomputed', 'compared', 'tight'])

/**
 * What is printed beside what comes out.
 * @param {import('./computations/result.js').Result} result
 * @param {string} caption
 */
export function rowTable({ headings, rows }, caption) {
  const columns = COLUMNS.filter((name) => headings[name] && rows.some((row) => (row[name] ?? '') !== ''))
  const judged = rows.some(({ verdict }) => verdict)
  const head = make(
    'tr',
    {},
    make('th', { scope: 'col' }, headings.what),
    ...columns.map((name) => make('th', { scope: 'col' }, headings[name] ?? '')),
    ...(judged ? [make('th', { scope: 'col' }, 'Verdict')] : [])
  )
  const body = rows.map((row) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, row.what),
      ...columns.map((name) => cell(row[name], headings[name] ?? '')),
      ...(judged
        ? [
            make(
              'td',
              { 'data-label': row.verdict ? 'Verdict' : '', class: row.verdict ? '' : 'empty' },
              badge(row.verdict)
            )
          ]
        : [])
    )
  )
  return make(
    'table',
    { class: 'rows' },
    make('caption', { class: 'visually-hidden' }, caption),
    make('thead', {}, head),
    make('tbody', {}, ...body)
  )
}

/**
 * @param {number | string | undefined} value
 * @param {string} label for narrow screens, where columns stand below each other
 */
function cell(value, label) {
  if (value === undefined || value === '') return make('td', { class: 'empty' })
  const words = typeof value === 'number' ? significant(value) : value
  return make(
    'td',
    { 'data-label': label },
    typeof value === 'number' ? make('data', { value: String(value) }, words) : words
  )
}
