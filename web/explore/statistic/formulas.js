// Numbers that are computed from a count of yes among n answers, with a Beta(1, 1) prior: how, in JavaScript, and for people.

/** @type {Record<string, { words: string, code: string, of: (yes: number, n: number) => number }>} */
export const FORMULAS = {
  variance: {
    words: 'the variance of the posterior',
    code: '((yes + 1) * (n - yes + 1)) / ((n + 2) ** 2 * (n + 3))',
    of: (yes, n) => ((yes + 1) * (n - yes + 1)) / ((n + 2) ** 2 * (n + 3))
  },
  share: { words: 'the mean of the posterior', code: '(yes + 1) / (n + 2)', of: (yes, n) => (yes + 1) / (n + 2) },
  odds: { words: 'the odds', code: '(yes + 1) / (n - yes + 1)', of: (yes, n) => (yes + 1) / (n - yes + 1) }
}

/**
 * @param {string} formula
 * @param {number} trials
 */
export function valuesOf(formula, trials) {
  const of = FORMULAS[formula]?.of
  return Float64Array.from({ length: trials + 1 }, (_, yes) => of?.(yes, trials) ?? Number.NaN)
}
