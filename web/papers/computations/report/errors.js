import { byPowers, claim } from '../result.js'
import { step } from '../step.js'

const NAMES = /** @type {const} */ (['ReflectedLaplace', 'BoundedLaplace', 'BoundedGaussian', 'ClampedLaplace'])
const SENSITIVITIES = /** @type {[number, string][]} */ ([
  [1, 's = D (local privacy)'],
  [0.1, 's = D/10']
])

/** The error of a single answer, on average over all truths alike, of each mechanism at its smallest noise. @type {import('../result.js').Compute} */
export async function compute({ compare }, watch) {
  const errorsAt = (/** @type {number} */ sensitivity, /** @type {number} */ epsilon) => {
    const { mechanisms, guess } = compare({ lower: 0, upper: 1, sensitivity, epsilon })
    const of = (/** @type {string} */ name) =>
      mechanisms.find(({ mechanism }) => mechanism === name)?.rmse.average ?? null
    return { errors: NAMES.map(of), guess: Number(guess?.average) }
  }
  const xs = byPowers(0.1, 20, 24)
  /** @type {ReturnType<typeof errorsAt>[][]} */
  const computed = []
  for (const [at, [sensitivity]] of SENSITIVITIES.entries()) {
    const all = []
    for (const [done, epsilon] of xs.entries()) {
      await step(watch, at * xs.length + done, SENSITIVITIES.length * xs.length)
      all.push(errorsAt(sensitivity, epsilon))
    }
    computed.push(all)
  }
  const small = computed[1]?.map(({ errors }) => errors.map(Number)) ?? []
  const min = small.every(([reflected, ...others]) => others.every((other) => Number(reflected) <= other * 1.025))
  const minFrom = xs.find((_, at) =>
    small.slice(at).every((errors) => Number(errors[0]) <= Math.min(...errors) * 1.0001)
  )
  const local = computed[0]?.map(({ errors }) => errors.map(Number)) ?? []
  const alike = local.every(([reflected, bounded]) => Number(reflected) <= Number(bounded) * 1.005)
  return {
    headings: {
      what: 'Root mean squared error, width 1',
      printed: 'Claimed',
      recomputed: 'Reflected',
      compared: 'Bounded',
      tight: 'Gaussian',
      further: 'Clamped'
    },
    rows: [
      ...SENSITIVITIES.flatMap(([sensitivity, words]) =>
        [0.1, 1, 4, 10].map((epsilon) => {
          const [reflected, bounded, gaussian, clamped] = errorsAt(sensitivity, epsilon).errors.map(Number)
          return {
            what: `${words}, ε = ${epsilon}`,
            printed: '',
            recomputed: Number(reflected),
            compared: Number(bounded),
            tight: Number(gaussian),
            further: Number(clamped)
          }
        })
      ),
      { what: 'saying the middle, which costs nothing', printed: '', recomputed: Number(computed[0]?.[0]?.guess) },
      {
        what: 's = D/10: reflected is within 2.5 % of the least, at every ε drawn',
        printed: 'yes',
        recomputed: min ? 'yes' : 'no',
        verdict: claim(min)
      },
      {
        what: 's = D/10: none has less (beyond 0.01 %) from ε =',
        printed: '0.2',
        recomputed: Number(minFrom),
        verdict: claim(Number(minFrom) <= 0.2)
      },
      {
        what: 's = D: reflected is within 0.5 % of bounded or better, at every ε drawn',
        printed: 'yes',
        recomputed: alike ? 'yes' : 'no',
        verdict: claim(alike)
      }
    ],
    charts: SENSITIVITIES.map(([, words], at) => ({
      title: `Error of one answer, ${words}`,
      words:
        at === 0
          ? 'Reflected, bounded and Gaussian noise have nearly the same error up to epsilon 1, above that of always saying the middle; clamped noise has more. From epsilon 1.5 on reflected noise has the least, and from 4 on clamped noise has less than Gaussian noise.'
          : 'From epsilon 0.6 on reflected and clamped noise have the same error, and bounded and Gaussian noise more; at the smallest epsilons Gaussian noise has a little less than reflected noise, and all have more than always saying the middle.',
      xTitle: 'ε',
      yTitle: 'rmse, average over truths',
      logarithmicX: true,
      logarithmicY: true,
      xs,
      lines: NAMES.map((name, place) => ({
        name: name.replace(/(?<=[a-z])(?=[A-Z])/, ' '),
        role: roles[name],
        ys: computed[at]?.map(({ errors }) => errors[place] ?? null) ?? []
      })),
      marks: [{ y: Number(computed[at]?.[0]?.guess), role: /** @type {const} */ ('plain'), words: 'saying the middle' }]
    })),
    verdict: {
      outcome: claim(min && alike),
      words:
        'Reflected noise is the best on average, or nearly; at the smallest ε, bounded noise (s = D) and Gaussian noise (s = D/10) are ahead by up to 0.5 and 2.5 %.'
    }
  }
}

/** @type {Record<typeof NAMES[number], import('../result.js').Line['role']>} */
const roles = { ReflectedLaplace: 'tight', BoundedLaplace: 'paper', BoundedGaussian: 'paper', ClampedLaplace: 'other' }
