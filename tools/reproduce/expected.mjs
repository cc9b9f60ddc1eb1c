// What is known not to come out as the papers have it, row by row, and which erratum of src/published/ERRATA.md says why. Everything else has to
// agree with print. Whatever differs from this list, in either direction, is not reproduced: an erratum that no longer shows is one as well.

/** @typedef {import('../../web/papers/computations/result.js').Outcome} Outcome */

/**
 * @typedef {object} Expected
 * @property {Outcome} outcome of the whole
 * @property {number} [erratum]
 * @property {string} [why] where no erratum says it
 * @property {Partial<Record<Outcome, string[]>>} [rows] those that neither agree nor hold, by name; one with … at its end is how several begin, or a long one does
 */

/** @type {Readonly<Record<string, Expected>>} */
export const EXPECTED = {
  'erratum-3': {
    outcome: 'less',
    erratum: 3,
    rows: { fails: ['the smallest private scale…', 'worst pair of ε = 1…'], less: ['exact δ of that scale…'] }
  },
  'erratum-5': { outcome: 'less', erratum: 5, rows: { less: ['scale: s/…', 'exact δ of that scale…'] } },
  'croft-table-2': { outcome: 'holds', erratum: 1, rows: { fails: ['loss of σ₁ against σ₂…'] } },
  'erratum-1': {
    outcome: 'fails',
    erratum: 1,
    rows: {
      fails: [
        'at the output 12',
        'at the output 20',
        'at the output 100',
        'at the output 1000',
        'passes ε…',
        'the third case of (15)…',
        'least loss, which (56)…',
        'worst loss if the range is cut at 2',
        'worst loss if the range is cut at 4',
        'worst loss if the range is cut at 12',
        'worst loss if the range is cut at 20',
        'worst loss if the range is cut at 200'
      ]
    }
  },
  'erratum-2': { outcome: 'less', erratum: 2, rows: { less: ['[0, ∞)', '[0, 1]…', '[0, 1000000]', '(−∞, −2]…'] } },
  'chen-hale-table-1': {
    outcome: 'agrees',
    why: 'one printed number is cut off, not rounded: 84.384 as 84.3',
    rows: { cut: ['ε = 1.0: bounded Gaussian…'] }
  },
  'erratum-4': {
    outcome: 'less',
    erratum: 4,
    rows: {
      less: ['width 1, …', 'width 120, …'],
      fails: ['exact loss of that σ…', 'the plane of Table 1…', 'Table 1, …']
    }
  },
  'bayes-statement-1': { outcome: 'fails', erratum: 6, rows: { fails: ['H(x, x+1) > H(x+1, x+2)…'] } },
  'bayes-statement-2': {
    outcome: 'fails',
    erratum: 6,
    rows: { fails: ['fails at the two x₀ of odd n…', 'fails at x = 0 and x = n…'] }
  },
  'bayes-statement-3': {
    outcome: 'fails',
    erratum: 6,
    rows: { fails: ['Beta(1, 1): numbers of answers for which it fails…'] }
  },
  'bayes-mechanisms': {
    outcome: 'less',
    erratum: 7,
    rows: {
      less: [
        'global sensitivity (1.1): exact…',
        'smooth sensitivity (1.4): exact…',
        'varying sensitivity (1.3): exact…'
      ],
      fails: ['local sensitivity (1.2), not private for all priors: exact…']
    }
  },
  'erratum-6': {
    outcome: 'fails',
    erratum: 6,
    rows: {
      fails: [
        'H(x, x+1) > H(x+1, x+2)…',
        'fails at the two x₀ of odd n…',
        'fails at x = 0 and x = n…',
        'Beta(1, 1): numbers of answers for which it fails…'
      ]
    }
  },
  'erratum-7': {
    outcome: 'fails',
    erratum: 7,
    rows: { fails: ['Beta(1, 1), 126 settings…', 'Beta(1, 1), 2000 answers…'] }
  },
  'erratum-8': {
    outcome: 'fails',
    erratum: 8,
    rows: { fails: ['poster, 206 points on a line, ε = 1: δ', 'a sensitivity of truth and candidate…'] }
  },
  'erratum-9': {
    outcome: 'fails',
    erratum: 9,
    rows: { fails: ['δ = …', 'ε = 12…'], less: ['variance of a posterior…'] }
  },
  'erratum-10': {
    outcome: 'fails',
    erratum: 10,
    rows: { fails: ['candidates: 20 answers, three categories', 'loss of Laplace noise…', 'the scale that keeps…'] }
  }
}
