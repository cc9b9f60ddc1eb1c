// What page and worker do alike, with the files of the package as they are: no bundler, no import map.

import { load } from '../../../dist/index.js'
import { loadSeeded } from '../../../dist/testing.js'

/** The seeded streams on file, drawn again here. */
async function seededDraws(file, name) {
  const response = await fetch(new URL(`../../vectors/${file}.json`, import.meta.url))
  const drawn = []
  for (const { seed, rate: _, truths, outputs, singles, batch, ...options } of await response.json()) {
    const one = new (await loadSeeded(seed))[name](options)
    const all = new (await loadSeeded(seed))[name](options)
    drawn.push({
      rate: String(one.rate),
      single: truths.flatMap((truth) => one.privatise(truth)).map(String),
      batch: [...all.privatiseAll(truths.flat())].map(String)
    })
  }
  return drawn
}

/** Values as a user gets them, from the platform's random bits. */
async function freshDraws() {
  const { ReflectedLaplace } = await load()
  const mechanism = new ReflectedLaplace({ lower: 0, upper: 1, epsilon: 1 })
  return [...mechanism.privatiseAll(new Float64Array(16).fill(0.5))]
}

export async function draws() {
  const bounded = await seededDraws('seeded_draws', 'BoundedLaplace')
  const reflected = await seededDraws('reflected_draws', 'ReflectedLaplace')
  const gaussian = await seededDraws('gaussian_draws', 'BoundedGaussian')
  return { seeded: [...bounded, ...reflected, ...gaussian], fresh: await freshDraws() }
}

/** Whether the policy in force here lets text run as code. */
export function runsText() {
  try {
    return new Function('return true')()
  } catch {
    return false
  }
}
