// Does the time of a draw tell the truth? As mean times, and by attackers who have nothing else, or the released value as well.

import { load } from 'inbounds'
import { timingRows } from './timing.mjs'
import { attackRows } from './timing-attack.mjs'
import { givenValueRows } from './timing-given-value.mjs'

export async function rows() {
  const library = await load()
  return [...attackRows(library), ...givenValueRows(library), ...timingRows(library)]
}
