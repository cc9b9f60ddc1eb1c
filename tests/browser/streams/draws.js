// What page and worker do alike, with the files of the package as they are: no bundler, no import map.

import { load } from '../../../dist/index.js'
import { loadSeeded } from '../../../dist/testing.js'

/** The seeded streams on file, drawn again here. */
async function seededDraws() {
  const response = await fetch(new URL('../../vectors/seeded_draws.json', import.meta.url))
  const drawn = []
  for (const { seed, rate: _, truths, outputs: __, ...options } of await response.json()) {
    const one = new (await loadSeeded(seed)).BoundedLaplace(options)
    const all = new (await loadSeeded(seed)).BoundedLaplace(options)
    drawn.push({
      rate: String(one.rate),
      single: truths.map((truth) => String(one.privatise(truth))),
      batch: [...all.privatiseAll(truths)].map(String)
    })
  }
  return drawn
}

/** Values as a user gets them, from the platform's random bits. */
async function freshDraws() {
  const { BoundedLaplace } = await load()
  const mechanism = new BoundedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  return [...mechanism.privatiseAll(new Float64Array(16).fill(0.5))]
}

export async function draws() {
  return { seeded: await seededDraws(), fresh: await freshDraws() }
}

/** Whether the policy in force here lets text run as code. */
export function runsText() {
  try {
    return new Function('return true')()
  } catch {
    return false
  }
}
