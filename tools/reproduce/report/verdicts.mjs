import { CATALOGUE } from '../../../web/papers/computations/catalogue.js'
import { escapeHtml } from '../../docs/html.mjs'
import { EXPECTED } from '../expected.mjs'
import { statusOf } from '../judge.mjs'

/** @type {Readonly<Record<import('../judge.mjs').Status, string>>} */
const TONES = { reproduced: 'good', explained: 'note', shown: 'note', unexpected: 'bad' }

/** @type {Readonly<Record<import('../judge.mjs').Outcome, string>>} */
const WORDS = {
  agrees: 'as printed',
  cut: 'as printed, cut off',
  holds: 'holds',
  less: 'less is enough',
  differs: 'differs',
  fails: 'does not hold'
}

/** Of a whole part. @param {import('../judge.mjs').Judgement} judgement */
export const statusBadge = ({ status, words }) => `<span class="badge ${TONES[status]}">${escapeHtml(words)}</span>`

/**
 * Of one row; an erratum is named where the row is not in its own section.
 * @param {import('../judge.mjs').Row} row
 * @param {Pick<import('../judge.mjs').Entry, 'id' | 'kind'>} entry
 */
export function rowBadge(row, { id, kind }) {
  if (!row.verdict) return ''
  const status = statusOf(row, EXPECTED[id])
  const erratum = status === 'explained' && kind !== 'erratum' ? `: erratum ${EXPECTED[id]?.erratum}` : ''
  const words = `${WORDS[row.verdict]}${status === 'unexpected' ? ', unexpectedly' : erratum}`
  return `<span class="badge ${TONES[status]}">${escapeHtml(words)}</span>`
}

/** All of it in a sentence or two. @param {readonly import('../run.mjs').Reproduced[]} done */
export function totalsOf(done) {
  const ofPapers = done.filter(({ entry }) => entry.kind !== 'erratum' && entry.kind !== 'own')
  const errata = done.filter(({ entry }) => entry.kind === 'erratum').length
  const own = done.length - ofPapers.length - errata
  const sum = (/** @type {'reproduced' | 'explained'} */ name) =>
    ofPapers.reduce((total, { judgement }) => total + judgement.counts[name], 0)
  const wrong = done.filter(({ judgement }) => judgement.status === 'unexpected')
  const part =
    done.length < CATALOGUE.length
      ? [`<strong>Only ${done.length} of ${CATALOGUE.length} parts were asked for in this run.</strong>`]
      : []
  return [
    ...part,
    `Of ${ofPapers.length} tables, figures and statements, ${sum('reproduced')} numbers and claims come out, and ${sum('explained')} do not, for a reason that an erratum names.`,
    `${errata} errata are shown by counterexamples.`,
    ...(own > 0 ? [`${own} parts of our own report are computed anew.`] : []),
    wrong.length === 0
      ? 'Nothing else differs.'
      : `<strong>Not reproduced, and no erratum says why: ${wrong.map(({ entry }) => `<a href="#${entry.id}">${entry.id}</a>`).join(', ')}.</strong>`
  ].join(' ')
}
