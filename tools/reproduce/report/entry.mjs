import { significant } from '../../../web/wording/figures.js'
import { escapeHtml } from '../../docs/html.mjs'
import { columnsOf } from '../data-files.mjs'
import { EXPECTED } from '../expected.mjs'
import { chartSvg } from '../plot/svg.mjs'
import { rowBadge, statusBadge } from './verdicts.mjs'

/** @typedef {import('../run.mjs').Reproduced} Reproduced */

/** What a part is called. @param {Reproduced['entry']} entry */
export const nameOf = ({ id, kind, place }) => (kind === 'erratum' ? `Erratum ${id.split('-')[1]}: ${place}` : place)

/**
 * One table, figure, statement or erratum, whole.
 * @param {Reproduced} reproduced
 * @param {{ errata: ReadonlyMap<string, string>, ids: ReadonlySet<string> }} report errata: their texts, as HTML; ids: of all that is in it
 */
export function entrySection({ entry, result, judgement, figures }, { errata, ids }) {
  const { id, kind, title } = entry
  const pictures = result.charts.map(
    (chart, at) =>
      `<figure>${chartSvg(chart, figures[at] ?? id)}<figcaption><p>${escapeHtml(chart.words)}</p></figcaption></figure>`
  )
  const text = errata.get(id)
  return `<article class="panel entry${kind === 'erratum' ? ' erratum' : ''}" id="${id}">
  <h3><span class="place">${escapeHtml(nameOf(entry))}</span> ${escapeHtml(title)}</h3>
  <p class="verdict">${statusBadge(judgement)} ${escapeHtml(result.verdict.words)}${whyOf(entry, ids)}</p>
  ${judgement.problems.map((problem) => `<p class="notice">${escapeHtml(problem)}</p>`).join('')}
  ${text && kind === 'erratum' ? `<details><summary>The erratum in full</summary><div class="erratum-text">${text}</div></details>` : ''}
  ${pictures.length > 0 ? `<div class="pictures">${pictures.join('\n')}</div>` : ''}
  ${rowTable(entry, result)}
  ${result.settings ? `<p class="note">${escapeHtml(result.settings)}</p>` : ''}
  <p class="note files">Files: ${filesOf(id, figures)}</p>
</article>`
}

/** The reason for what differs. @param {Reproduced['entry']} entry @param {ReadonlySet<string>} ids of what is in the report */
function whyOf({ id, kind }, ids) {
  const { erratum, why } = EXPECTED[id] ?? {}
  if (why) return ` (${escapeHtml(why)})`
  if (erratum === undefined || kind === 'erratum') return ''
  const name = `erratum ${erratum}`
  return ` Why it differs: ${ids.has(`erratum-${erratum}`) ? `<a href="#erratum-${erratum}">${name}</a>` : name}.`
}

/** @param {Reproduced['entry']} entry @param {Reproduced['result']} result */
function rowTable(entry, { headings, rows }) {
  const columns = columnsOf({ headings, rows })
  const head = [headings.what, ...columns.map((name) => headings[name] ?? ''), 'Verdict']
  const body = rows.map((row) => {
    const cells = columns.map((name) => cell(row[name], headings[name] ?? ''))
    const badge = rowBadge(row, entry)
    const verdict = badge ? `<td data-label="Verdict">${badge}</td>` : '<td class="empty"></td>'
    return `<tr><th scope="row">${escapeHtml(row.what)}</th>${cells.join('')}${verdict}</tr>`
  })
  return `<table class="rows">
  <caption class="visually-hidden">${escapeHtml(`${nameOf(entry)}: ${entry.title}`)}</caption>
  <thead><tr>${head.map((words) => `<th scope="col">${escapeHtml(words)}</th>`).join('')}</tr></thead>
  <tbody>
${body.join('\n')}
  </tbody>
</table>`
}

/** @param {number | string | undefined} value @param {string} label for narrow screens, where columns stand below each other */
function cell(value, label) {
  if (value === undefined || value === '') return '<td class="empty"></td>'
  const words = typeof value === 'number' ? `<data value="${value}">${significant(value)}</data>` : escapeHtml(value)
  return `<td data-label="${escapeHtml(label)}">${words}</td>`
}

/** @param {string} id @param {readonly string[]} figures */
function filesOf(id, figures) {
  const files = [`numbers/${id}.csv`, ...figures.flatMap((name) => [`figures/${name}.svg`, `figures/${name}.csv`])]
  return files.map((file) => `<a href="${file}">${file}</a>`).join(', ')
}
