import { ownFromJSON, ownOf } from '../own.js'
import { nameRelease } from './account.js'
import { StoreError } from './budget-errors.js'
import { PERIODS } from './calendar-period.js'
import { decimalFrom, textOf } from './decimal.js'

// An account in writing. What is read is believed only if all of it makes sense: a record that lost its end, or that somebody
// else wrote, must not pass for one with nothing spent.

/** @typedef {import('./account.js').Account} Account */

const FORMAT = 'inbounds-budget'
const VERSION = 1

/**
 * An account in writing; and what of it no other one has, which is the same when it was read again.
 * @param {Account} account
 */
export function writeRecord({ id, revision, terms, latest, epsilon, delta, cost, releases, history, answers }) {
  const spent = { epsilon: textOf(epsilon), delta: textOf(delta), cost, releases }
  const head = { format: FORMAT, version: VERSION, id, revision, terms, latest, spent }
  const kept = answers && { key: answers.key, kept: Object.fromEntries(answers.kept) }
  const body = { ...head, history: [...history.values()], answers: kept }
  const content = JSON.stringify(body)
  return { text: `{"check":"${checksum(content)}","record":${content}}\n`, content }
}

/**
 * @param {string} text
 * @returns {{ account: Account, content: string }}
 */
export function readRecord(text) {
  if (typeof text !== 'string') refuse('it holds something else') // as a database may
  const { check, record } = parse(text)
  if (record?.format !== FORMAT) refuse('it holds something else')
  if (record.version !== VERSION) refuse(`it was written by another version of inbounds (format ${record.version})`)
  const content = JSON.stringify(record)
  if (check !== checksum(content)) refuse('it is damaged: its check sum is wrong')
  return { account: accountFrom(record), content }
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return ownOf(ownFromJSON(text))
  } catch {
    return refuse(text.trim() === '' ? 'it is empty' : 'it is no JSON, or its end is missing')
  }
}

/** @param {any} record @returns {Account} */
function accountFrom({ id, revision, terms, latest, spent, history, answers }) {
  const epsilon = decimalFrom(String(spent?.epsilon))
  const delta = decimalFrom(String(spent?.delta))
  const makesSense =
    typeof id === 'string' &&
    isCount(revision) &&
    isTerms(terms) &&
    Number.isFinite(latest) &&
    isCount(spent?.releases) &&
    isFrom0(spent.cost) &&
    Array.isArray(history) &&
    history.every(isEntry) &&
    isAnswers(answers)
  if (!makesSense || !epsilon || !delta) refuse('its numbers make no sense')
  const { cost, releases } = spent
  const entries = new Map(history.map((/** @type {any} */ entry) => [nameRelease(entry).name, entry]))
  const memo = answers && { key: answers.key, kept: new Map(Object.entries(answers.kept)) }
  return { id, revision, terms, latest, epsilon, delta, cost, releases, history: entries, answers: memo }
}

/** @param {any} terms */
function isTerms(terms) {
  const { epsilon, delta, slack, period } = ownOf(terms)
  return (
    epsilon > 0 && isFrom0(delta) && isFrom0(slack) && slack <= delta && (period === null || PERIODS.includes(period))
  )
}

/** @param {any} entry */
function isEntry(entry) {
  const { question, mechanism, epsilon, delta, releases, first, last } = ownOf(entry)
  const texts = typeof question === 'string' && typeof mechanism === 'string'
  return texts && isFrom0(epsilon) && isFrom0(delta) && isCount(releases) && first <= last
}

/** @param {any} answers */
function isAnswers(answers) {
  if (answers === null) return true
  if (typeof answers?.key !== 'string' || typeof answers.kept !== 'object' || answers.kept === null) return false
  return Object.values(answers.kept).every((kept) => typeof kept?.question === 'string' && isJSON(kept.answer))
}

/** @param {unknown} text */
function isJSON(text) {
  try {
    return typeof text === 'string' && JSON.parse(text) !== undefined
  } catch {
    return false
  }
}

/** Of releases that cost next to nothing, there can be more than a double counts one by one. @param {unknown} value */
function isCount(value) {
  return Number.isInteger(value) && Number(value) >= 0
}

/** @param {unknown} value */
function isFrom0(value) {
  return Number.isFinite(value) && Number(value) >= 0
}

/** @param {string} why @returns {never} */
function refuse(why) {
  throw new StoreError(why)
}

/** CRC-32 (ISO 3309): finds damage, not forgery. @param {string} text */
function checksum(text) {
  let sum = ~0
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte
    for (let bit = 0; bit < 8; ++bit) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (~sum >>> 0).toString(16).padStart(8, '0')
}
