// Writes seeded_draws.json, reflected_draws.json and gaussian_draws.json from the built package: `node tests/vectors/make-seeded-draws.mjs`. The
// native tests and the tests of the package both check them, so all three have to agree. Decimals are strings, so that no
// JSON reader rounds them.

import { writeFile } from 'node:fs/promises'
import { loadSeeded } from 'inbounds/testing'

const cases = [
  { seed: 1, lower: 0, upper: 120, epsilon: 1, granularity: 1, truths: [37, 0, 120, 64.5] },
  { seed: 2, lower: 0, upper: 1, epsilon: 1, truths: [0, 0.25, 1] },
  { seed: 3, lower: 0, upper: 1, epsilon: 0.1, sensitivity: 0.01, truths: [0.5] },
  { seed: 4, lower: -3, upper: 7, epsilon: 5, sensitivity: 1.5, granularity: 0.1, truths: [-3, 0.05, 6.9] },
  { seed: 5, lower: 0, upper: 1e10, epsilon: 1, sensitivity: 1, truths: [0, 12345.678] },
  { seed: 6, lower: 1e12, upper: 1e12 + 1, epsilon: 1e-9, truths: [1e12] },
  { seed: 7, lower: -1, upper: 1, epsilon: 700, truths: [0.3] }
]
// Scales are given, so that the rates are the same wherever exp and log differ in their last bit.
const reflected = [
  { seed: 1, lower: 0, upper: 120, scale: 70, granularity: 1, truths: [37, 0, 120, 64.5] },
  { seed: 2, lower: 0, upper: 1, scale: 0.6, truths: [0, 0.25, 1] },
  { seed: 3, lower: 0, upper: 1, scale: 1e-3, sensitivity: 0.01, truths: [0.5] },
  { seed: 4, lower: -3, upper: 7, scale: 0.3, sensitivity: 1.5, granularity: 0.1, truths: [-3, 0.05, 6.9] },
  { seed: 5, lower: 0, upper: 1e10, scale: 1, sensitivity: 1, truths: [0, 12345.678] },
  { seed: 6, lower: 1e12, upper: 1e12 + 1, scale: 1e5, truths: [1e12] },
  { seed: 7, lower: 0, upper: 60, gaps: [[4, 9], [10, 40]], scale: 7, sensitivity: 3, granularity: 1, truths: [3, 7, 25, 60] } // biome-ignore format: a case a line
]
// Many at once use other random words than one by one, so both are written.
const gaussian = [
  { seed: 1, lower: 0, upper: 120, scale: 70, granularity: 1, truths: [37, 0, 120, 64.5] },
  { seed: 2, lower: 0, upper: 1, scale: 0.6, truths: [0, 0.25, 1] },
  { seed: 3, lower: 0, upper: 1, scale: 1e-2, sensitivity: 0.01, truths: [0.5] },
  { seed: 4, lower: [0, -3, 1e6], upper: [10, 7, 1e6 + 40], scale: 4, sensitivity: 3, granularity: [1, 0.1, 8], truths: [[0, -3, 1e6], [3.5, 0.05, 1e6 + 12], [20, 7, 1e6 + 40]] }, // biome-ignore format: a case a line
  {
    seed: 5,
    lower: [0, 0],
    upper: [1, 100],
    scale: 10,
    truths: [
      [0.5, 30],
      [0, 100]
    ]
  }
]
const drawsPerTruth = 40

await write('seeded_draws.json', cases, 'BoundedLaplace')
await write('reflected_draws.json', reflected, 'ReflectedLaplace')
await writeGaussian('gaussian_draws.json', gaussian)

async function write(file, list, name) {
  const entries = []
  for (const { seed, truths, ...options } of list) {
    const mechanism = new (await loadSeeded(seed))[name](options)
    const all = Array.from({ length: drawsPerTruth }, () => truths).flat()
    const outputs = all.map((truth) => String(mechanism.privatise(truth)))
    entries.push({ seed, ...options, rate: String(mechanism.rate), truths: all, outputs })
  }
  await writeFile(new URL(file, import.meta.url), `${JSON.stringify(entries, null, 1)}\n`)
}

async function writeGaussian(file, list) {
  const entries = []
  for (const { seed, truths, ...options } of list) {
    const fresh = async () => new (await loadSeeded(seed)).BoundedGaussian(options)
    const [one, many] = [await fresh(), await fresh()]
    const all = Array.from({ length: drawsPerTruth }, () => truths).flat()
    const singles = all.flatMap((truth) => one.privatise(truth)).map(String)
    const batch = [...many.privatiseAll(all.flat())].map(String)
    entries.push({ seed, ...options, truths: all, singles, batch })
  }
  await writeFile(new URL(file, import.meta.url), `${JSON.stringify(entries)}\n`)
}
