import { minErrorWidth, squaredError, zhengWidth } from '../../../published/sliding-window.js'
import { claim } from '../result.js'

const EPSILONS = [0.1, 1, 2, 4, 6, 10]

/** The error of a single answer in local mode, beside another kind of noise that stays in bounds. @type {import('../result.js').Compute} */
export async function compute({ compare }) {
  const rows = EPSILONS.map((epsilon) => {
    const { mechanisms } = compare({ lower: 0, upper: 1, epsilon })
    const errorOf = (/** @type {string} */ name) =>
      Number(mechanisms.find(({ mechanism }) => mechanism === name)?.rmse.average)
    const reflected = errorOf('ReflectedLaplace')
    const zheng = Math.sqrt(squaredError(epsilon, zhengWidth(epsilon)))
    const min = Math.sqrt(squaredError(epsilon, minErrorWidth(epsilon)))
    const best = Math.min(...mechanisms.map(({ rmse }) => rmse.average))
    return { epsilon, reflected, zheng, min, best }
  })
  const ahead = rows.every(({ zheng, min, best }) => min <= zheng && zheng < best)
  return {
    headings: {
      what: 'Root mean squared error, width 1, s = D',
      printed: 'Claimed',
      recomputed: 'Reflected',
      compared: 'Window of Zheng et al.',
      tight: 'Window of least squared error',
      further: 'Squared error of reflected noise over that'
    },
    rows: [
      ...rows.map(({ epsilon, reflected, zheng, min }) => ({
        what: `ε = ${epsilon}`,
        printed: '',
        recomputed: reflected,
        compared: zheng,
        tight: min,
        further: (reflected / min) ** 2
      })),
      {
        what: 'both windows have less error than every mechanism here, at every ε of the table',
        printed: 'yes',
        recomputed: ahead ? 'yes' : 'no',
        verdict: claim(ahead)
      }
    ],
    charts: [],
    verdict: {
      outcome: claim(ahead),
      words:
        'In local mode a window that stays in bounds has less error in a single answer than any noise here, and far less at large ε.'
    }
  }
}
