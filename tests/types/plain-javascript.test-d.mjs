// What an editor tells somebody who writes plain JavaScript: the same, from the same types.

import { load, ParameterError } from 'inbounds'
import { load as loadInline } from 'inbounds/inline'
import { loadSeeded } from 'inbounds/testing'

const { ReflectedLaplace, BoundedGaussian, compare, build } = await load()
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
/** @type {number} */
export const drawn = age.privatise(37)
/** @type {Float64Array} */
export const column = age.privatiseAll([37, 52])
/** @type {import('inbounds').LatticeLaw} */
export const law = age.at(37)
/** @type {string} */
export const compiler = build.compiler
/** @type {number[]} */
export const place = new BoundedGaussian({ lower: [0, 0], upper: [1, 1], epsilon: 1 }).privatise([0, 1])
/** @type {import('inbounds').Inbounds[]} */
export const others = [await loadInline(), await loadSeeded(1, { wasm: new Uint8Array(8) })]
/** @type {import('inbounds').MechanismName} */
export const recommended = compare({ lower: 0, upper: 1, epsilon: 1 }).recommended

try {
  // @ts-expect-error a string is no number
  age.privatise('37')
} catch (error) {
  if (error instanceof ParameterError) console.log(error.parameter, error.value)
}
// @ts-expect-error a misspelt option
new ReflectedLaplace({ lower: 0, upper: 120, epsilom: 1 })
// @ts-expect-error a misspelt method
age.privatize(37)
// @ts-expect-error nobody writes to it
build.version = '9'
