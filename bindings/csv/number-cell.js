import { bytesFrom, textOf } from './latin1.js'

// From the text of a cell to a number. Cells are bytes in a string, one for each character: what is not ASCII is put
// together again only where people read it.

const [SPACE, ZERO, LAST_OF_ASCII] = [32, 48, 127]

/**
 * The number in a cell: NaN if there is none that is finite and decimal. Number() alone would take '0x10' for 16 and a
 * blank for 0.
 * @param {string} cell
 * @returns {number}
 */
export function numberIn(cell) {
  const first = cell.charCodeAt(0)
  if (first === ZERO && cell.length > 2) {
    const second = cell.charCodeAt(1) | SPACE // in lower case
    if (second === 120 || second === 98 || second === 111) return Number.NaN // 0x, 0b, 0o
  } else if (!(first > SPACE && first < LAST_OF_ASCII)) {
    // Nothing, or a blank of some kind: there is one in Latin-1, too.
    const trimmed = cell.trim()
    return trimmed.length === 0 || trimmed.length === cell.length ? Number.NaN : numberIn(trimmed)
  }
  const number = Number(cell)
  return number - number === 0 ? number : Number.NaN // which is what infinities have in common with NaN
}

/** Whether nothing is in a cell. @param {string} cell */
export function isBlank(cell) {
  return cell.trim().length === 0
}

/**
 * What to say about a cell that is no number, and whether it may stand for a missing value. It may also be somebody's data: of
 * what kind it is, and no more, is said. Where it is, its reader can look.
 * @param {string} cell
 * @returns {{ problem: string, mayBeMissing: boolean }}
 */
export function problemOf(cell) {
  const text = cell.trim()
  /** @param {string} kind @param {string} [advice] */
  const problemWith = (kind, advice = '') => ({
    problem: `must be a number, got ${kind}${advice}`,
    mayBeMissing: advice === ''
  })
  if (/^[-+]?[\d.,' ]*,[\d.,' ]*$/.test(text)) {
    return problemWith('one with a comma', '; write it with a decimal point and nothing else, as 1234.5')
  }
  if (/^0[xbo][\da-f]+$/i.test(text)) return problemWith('one that is not decimal', '; write it as a decimal number')
  return problemWith(Number.isNaN(Number(text)) ? 'text that is none' : 'an infinite one')
}

/**
 * Bytes as people read them: UTF-8, or Latin-1 if they cannot be that.
 * @param {string} bytes
 */
export function readable(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesFrom(bytes))
  } catch {
    return bytes
  }
}

/** The ways in which a word may stand in a file, as bytes. @param {string} word */
export function bytesOf(word) {
  const utf8 = textOf(new TextEncoder().encode(word))
  const isLatin1 = [...word].every((character) => Number(character.codePointAt(0)) < 256)
  return isLatin1 ? [utf8, word] : [utf8]
}
