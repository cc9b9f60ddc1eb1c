import { claim, evenly, isClose } from './result.js'
import { step } from './step.js'

const EPSILONS = [0.01, 0.5, 1, 2, 5, 10]

/** epsilon over the effective epsilon' of the underlying noise, by sensitivity. @type {import('./result.js').Compute} */
export async function compute({ BoundedLaplace, ReflectedLaplace }, watch) {
  /** @param {'published' | 'tight'} calibration */
  const ratio = (calibration, /** @type {number} */ sensitivity, /** @type {number} */ epsilon) =>
    (epsilon * BoundedLaplace.scaleFor({ lower: 0, upper: 1, sensitivity, epsilon, calibration })) / sensitivity
  /** What the reflected mechanism needs instead, in the same unit. */
  const reflectedFactor = (/** @type {number} */ sensitivity, /** @type {number} */ epsilon) =>
    (epsilon * ReflectedLaplace.scaleFor({ lower: 0, upper: 1, sensitivity, epsilon })) / sensitivity
  const xs = [1e-4, ...evenly(0.02, 1, 49)]
  /** @type {import('./result.js').Line[]} */
  const lines = []
  for (const [at, epsilon] of EPSILONS.entries()) {
    await step(watch, at, EPSILONS.length)
    lines.push({
      name: `ε = ${epsilon}`,
      role: 'paper',
      ys: xs.map((s) => ratio('published', s, epsilon))
    })
  }
  const row = (
    /** @type {string} */ what,
    /** @type {string} */ printed,
    /** @type {number} */ s,
    /** @type {number} */ epsilon
  ) => {
    const recomputed = ratio('published', s, epsilon)
    return {
      what,
      printed,
      recomputed,
      tight: reflectedFactor(s, epsilon),
      ...(printed && { verdict: claim(isClose(recomputed, Number(printed), 1e-5)) })
    }
  }
  /** @type {import('./result.js').Row[]} */
  const rows = [
    row('limit: ΔQ = 1e-6, ε = 1e-6', '2', 1e-6, 1e-6),
    row('ΔQ = u − l (Corollary 4.5), ε = 0.01', '1', 1, 0.01),
    row('ΔQ = u − l (Corollary 4.5), ε = 1', '1', 1, 1),
    row('ΔQ = u − l (Corollary 4.5), ε = 10', '1', 1, 10),
    row('ΔQ = 0.1, ε = 0.1', '', 0.1, 0.1),
    row('ΔQ = 0.1, ε = 1', '', 0.1, 1),
    row('ΔQ = 0.5, ε = 1', '', 0.5, 1),
    row('ΔQ = 0.1, ε = 10', '', 0.1, 10)
  ]
  const falls = EPSILONS.every((epsilon) =>
    xs.every(
      (s, at) =>
        at === 0 || ratio('published', s, epsilon) <= ratio('published', Number(xs[at - 1]), epsilon) * (1 + 1e-12)
    )
  )
  const optimal = EPSILONS.every(
    (epsilon) => Math.abs(ratio('tight', 0.3, epsilon) / ratio('published', 0.3, epsilon) - 1) < 1e-9
  )
  // At the whole width all of them are 1.
  const fallsWithEpsilon = xs.every((s, at) =>
    lines.every(({ ys }, k) => s > 0.99 || k === 0 || Number(ys[at]) < Number(lines[k - 1]?.ys[at]))
  )
  lines.push({
    name: 'reflected (ours), ε = 1',
    role: 'tight',
    ys: xs.map((s) => reflectedFactor(s, 1))
  })
  rows.push(
    {
      what: 'the ratio falls as ε grows, for every ΔQ drawn below the width',
      printed: 'yes',
      recomputed: fallsWithEpsilon ? 'yes' : 'no',
      verdict: claim(fallsWithEpsilon)
    },
    {
      what: 'the ratio falls as ΔQ grows, for every ε drawn',
      printed: 'yes',
      recomputed: falls ? 'yes' : 'no',
      verdict: claim(falls)
    },
    {
      what: 'tight scale of the same noise is b* (δ = 0; Corollary 4.6)',
      printed: 'yes',
      recomputed: optimal ? 'yes' : 'no',
      verdict: claim(optimal)
    }
  )
  return {
    headings: { what: 'On a width of 1, δ = 0', printed: 'Paper', recomputed: 'ε/ε′', tight: 'Reflected' },
    settings:
      'The paper draws ε/ε′ over ΔQ and ε. Here it is cut at six values of ε, from 0.01 to 10, which the text does not name.',
    rows,
    charts: [
      {
        title: 'How much of ε is lost to normalising',
        words:
          'All curves start between 1 and 2 at small sensitivities, higher for smaller epsilons, and end at 1 where the sensitivity is the whole width. The reflected noise needs at most 1 everywhere.',
        xTitle: 'sensitivity ΔQ, of a width of 1',
        yTitle: 'ε/ε′',
        xs,
        lines,
        y: [0, 2.1],
        marks: [{ y: 2, role: 'plain', words: 'limit 2' }]
      }
    ],
    verdict: {
      outcome: claim(falls && fallsWithEpsilon && optimal && rows.every(({ verdict }) => verdict !== 'fails')),
      words:
        'The limits 2 and 1 come out. For δ = 0 this scale is the smallest that bounded noise can have; reflected noise needs about half of it where the sensitivity and ε are small.'
    }
  }
}
