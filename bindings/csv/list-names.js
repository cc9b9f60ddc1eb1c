import { numberIn } from './number-cell.js'

/**
 * The names of columns, as messages may list them: none if there is a number among them. Then the first row may be no header,
 * but somebody's data.
 * @param {readonly string[]} names
 * @returns {readonly string[]}
 */
export function listNames(names) {
  return names.every((name) => Number.isNaN(numberIn(name))) ? names : []
}
