import { createCopyButton } from '../controls/copy.js'
import { element } from '../controls/elements.js'
import { announce } from '../site/start.js'
import { formatterFor } from '../wording/figures.js'
import { createChangeChart } from './change-chart.js'
import { copyOf, createElement, letScroll, part } from './make-elements.js'
import { commandOf, mechanismsText, namesFor, snippetOf } from './snippets.js'
import { epsilonAtMost, missingNote, pluralise, size } from './wording.js'

/** @typedef {import('./snippets.js').Done & { epsilon: number }} Done */
/** @typedef {import('./release.js').Released} Released */
/** @typedef {import('./column-statistics.js').ColumnChange} ColumnChange */

/** What came of it: the file, what changed, and how to do the same elsewhere. */
export function createOutcome() {
  /** @type {HTMLAnchorElement[]} */
  let links = []
  createCopyButton(element('copy-command'), element('command'), announce)
  createCopyButton(element('copy-snippet'), element('snippet'), announce)

  return {
    /** @param {Done} done @param {Released} released */
    show(done, { blob, rows, missing, changes }) {
      this.clear()
      const { privateFile, mechanismFile } = namesFor(done.fileName)
      const mechanisms = new Blob([mechanismsText(done)], { type: 'application/json' })
      links = [
        linkTo(blob, { id: 'download', download: privateFile, class: 'button primary' }, 'Download the file'),
        linkTo(
          mechanisms,
          { id: 'download-mechanisms', download: mechanismFile, class: 'button' },
          'Download the mechanisms'
        )
      ]
      element('downloads').replaceChildren(...links)
      const names = done.columns.map(({ name }) => name).join(', ')
      element('outcome-facts').textContent =
        `${pluralise(rows, 'row')}, ${size(blob.size)}, with noise on ${names}. Each row spends epsilon ${epsilonAtMost(done.epsilon)}.`
      const notes = done.columns.flatMap(({ name }, at) => {
        const count = Number(missing[at])
        return count > 0 ? [missingNote(name, count)] : []
      })
      element('outcome-notes').replaceChildren(...notes.map((note) => createElement('li', note)))
      element('outcome').hidden = false // before charts measure their places
      element('changes').replaceChildren()
      for (const [at, column] of done.columns.entries()) showChange(column, /** @type {ColumnChange} */ (changes[at]))
      element('command').textContent = commandOf(done)
      element('snippet').textContent = snippetOf(done)
    },

    /** The settings or the file have changed: what was made belongs to others. */
    clear() {
      element('outcome').hidden = true
      for (const link of links.splice(0)) {
        URL.revokeObjectURL(link.href)
        link.remove()
      }
    }
  }
}

/** @param {Blob} content @param {Record<string, string>} attributes @param {string} words */
function linkTo(content, attributes, words) {
  return createElement('a', words, { ...attributes, href: URL.createObjectURL(content) })
}

/** @param {import('./settings.js').Chosen} column @param {ColumnChange} change */
function showChange({ name, mechanism }, change) {
  const { truth, noisy, estimate, bins } = change
  const place = copyOf('change')
  part(place, 'h3').textContent = name
  element('changes').append(place)
  if (!estimate) {
    place.replaceChildren(
      part(place, 'h3'),
      createElement('p', 'Every value is missing, so there is nothing to compare.')
    )
    return
  }
  const format = formatterFor(mechanism)
  const { mean, variance, histogram, warnings } = estimate
  const roots = { value: Math.sqrt(variance.value), low: Math.sqrt(variance.low), high: Math.sqrt(variance.high) }
  part(place, '.moments tbody').append(
    rowOf(
      'Mean',
      [truth.mean, noisy.mean, mean.value].map(format.aligned),
      [mean.low, mean.high].map((end) => format(end))
    ),
    rowOf(
      'Standard deviation',
      [truth.deviation, noisy.deviation, roots.value].map(format.aligned),
      [roots.low, roots.high].map((end) => format(end))
    )
  )
  for (const [at, { share, low, high }] of histogram.entries()) {
    const { from, to } = bins[at] ?? { from: 0, to: 0 }
    const values = from === to ? format(from) : `${format(from)} – ${format(to)}`
    const shares = [truth.shares[at], noisy.shares[at], share].map((one) => percent(Number(one)))
    part(place, '.shares tbody').append(rowOf(values, shares, [percent(low), percent(high)]))
  }
  for (const [at, table] of [...place.querySelectorAll('.scroll')].entries()) {
    table.setAttribute('aria-label', `${name}: ${at === 0 ? 'mean and spread' : 'shares'}`)
    letScroll(table)
  }
  part(place, '.warnings').textContent = warnings.join(' ')
  const chart = part(place, '.chart')
  chart.setAttribute(
    'aria-label',
    `Shares of ${name} in ${histogram.length} groups: true, noisy, and as estimated. True mean ${format(truth.mean)}, noisy mean ${format(noisy.mean)}, estimated mean ${format(mean.value)}, with 95% confidence from ${format(mean.low)} to ${format(mean.high)}.`
  )
  createChangeChart(chart).show(change, mechanism.granularity)
}

/** @param {string} head @param {readonly string[]} cells @param {readonly string[]} ends */
function rowOf(head, cells, ends) {
  const all = [...cells, ends.join(' to ')].map((cell) => createElement('td', cell))
  return createElement('tr', [createElement('th', head, { scope: 'row' }), ...all])
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(1)}%`
}
