import { fixedUniforms } from '../../../attack/fixed-uniforms.js'
import { explains, outputsOf } from '../../../attack/textbook-laplace.js'
import { claim } from '../result.js'
import { step } from '../step.js'

const COUNT = 10_000
const SLICE = 1000
const SEED = 7
const CASES = [
  { options: { lower: 0, upper: 1, epsilon: 1 }, truth: 0, neighbour: 1 },
  { options: { lower: 0, upper: 120, epsilon: 1, granularity: 1 }, truth: 37, neighbour: 38 },
  { options: { lower: 0, upper: 100, epsilon: 1, sensitivity: 1 }, truth: 3, neighbour: 4 }
]

/** How many single outputs prove that a neighbour was not the truth: of a textbook's doubles, and of ours. @type {import('../result.js').Compute} */
export async function compute({ BoundedLaplace }, watch) {
  const rows = []
  for (const [at, { options, truth, neighbour }] of CASES.entries()) {
    const { lower, upper } = options
    const { granularity, ...continuous } = options
    const sampler = { lower, upper, scale: BoundedLaplace.scaleFor(continuous) }
    const outputs = outputsOf(sampler, truth, COUNT, fixedUniforms(SEED))
    let excluded = 0
    for (let done = 0; done < COUNT; done += SLICE) {
      await step(watch, at * COUNT + done, CASES.length * COUNT)
      excluded += outputs.slice(done, done + SLICE).filter((y) => !explains(sampler, neighbour, y)).length
    }
    const mechanism = new BoundedLaplace(options)
    const [law, other] = [mechanism.at(truth), mechanism.at(neighbour)]
    const ours = [...mechanism.privatiseAll(new Float64Array(COUNT).fill(truth))]
    const impossible = ours.filter((y) => other.pmf(y) === 0).length
    const largest = Math.max(...ours.map((y) => law.logPmf(y) - other.logPmf(y)))
    rows.push({
      what: `[${lower}, ${upper}], s = ${options.sensitivity ?? upper - lower}, ε = 1, truth ${truth}, neighbour ${neighbour}`,
      printed: '',
      recomputed: excluded / COUNT,
      compared: impossible / COUNT,
      tight: largest
    })
  }
  const sound = rows.every(({ compared, tight }) => compared === 0 && tight <= 1 + 1e-12)
  return {
    headings: {
      what: `Bounded Laplace noise, ${COUNT.toLocaleString('en-GB')} outputs`,
      printed: 'Claimed',
      recomputed: 'Textbook: excluded',
      compared: 'Lattice: excluded',
      tight: 'Lattice: largest loss'
    },
    rows: [
      ...rows,
      {
        what: 'no output of the lattice excludes the neighbour, and none loses more than ε',
        printed: 'yes',
        recomputed: sound ? 'yes' : 'no',
        verdict: claim(sound)
      }
    ],
    charts: [],
    verdict: {
      outcome: claim(sound),
      words:
        'Single doubles of a textbook sampler prove that the neighbour was not the truth; lattice outputs never do.'
    }
  }
}
