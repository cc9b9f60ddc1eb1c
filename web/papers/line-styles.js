// How the lines of a chart are told apart, in the page and in the files of `npm run reproduce`: by colour, and by dashes for those who see few.

/** @typedef {import('./computations/result.js').Line} Line */
/** @typedef {{ colour: 'law' | 'blue' | 'ochre' | 'muted' | 'truth', dash: number[], width: number }} LineStyle */

/** @type {Readonly<Record<Line['role'], LineStyle>>} */
export const ROLES = {
  paper: { colour: 'law', dash: [], width: 2 },
  tight: { colour: 'blue', dash: [8, 4], width: 2.5 },
  other: { colour: 'ochre', dash: [2, 3], width: 2.5 },
  plain: { colour: 'muted', dash: [4, 4], width: 1.5 },
  alarm: { colour: 'truth', dash: [], width: 2.5 }
}

/** For further lines of the same kind. */
const MORE_DASHES = [
  [14, 3],
  [8, 3],
  [5, 3],
  [3, 3],
  [1, 3]
]

/** One for each line. @param {readonly Pick<Line, 'role'>[]} lines @returns {LineStyle[]} */
export function stylesOf(lines) {
  return lines.map(({ role }, at) => {
    const before = lines.slice(0, at).filter((line) => line.role === role).length
    return before === 0 ? ROLES[role] : { ...ROLES[role], dash: MORE_DASHES[(before - 1) % MORE_DASHES.length] ?? [] }
  })
}
