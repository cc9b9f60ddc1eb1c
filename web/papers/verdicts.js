import { make } from './markup.js'

/** @typedef {import('./computations/result.js').Outcome} Outcome */

/** @type {Readonly<Record<Outcome, { words: string, tone: 'good' | 'note' | 'bad' }>>} */
const VERDICTS = {
  agrees: { words: 'agrees', tone: 'good' },
  cut: { words: 'agrees, cut off', tone: 'good' },
  holds: { words: 'holds', tone: 'good' },
  less: { words: 'less is enough', tone: 'note' },
  differs: { words: 'differs', tone: 'bad' },
  fails: { words: 'does not hold', tone: 'bad' }
}

/** @param {Outcome | undefined} outcome */
export function badge(outcome) {
  if (!outcome) return document.createTextNode('')
  const { words, tone } = VERDICTS[outcome]
  return make('span', { class: `badge ${tone}` }, words)
}
