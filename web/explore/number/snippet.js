import { writeOptions } from '../written-options.js'

/**
 * The JavaScript that does what the page shows.
 * @param {import('./model.js').Model} model
 */
export function snippetOf({ name, options, truth, mechanism }) {
  const { epsilon, delta } = mechanism
  const cost = delta > 0 ? `${epsilon} and a delta of ${delta}` : `${epsilon}`
  return `import { load } from 'inbounds'

const { ${name} } = await load()
const mechanism = new ${name}({
${writeOptions(options)}
})

// A private value. Each call spends ${cost} again.
mechanism.privatise(${truth})

mechanism.scale // ${mechanism.scale}

// The exact worst case.
mechanism.audit()

// What to expect: also bias, variance, interval(0.95) ...
mechanism.at(${truth}).mean
`
}
