/**
 * The JavaScript that does what the page shows.
 * @param {import('./model.js').Model} model
 */
export function snippetOf({ name, options, truth, mechanism }) {
  const lines = Object.entries(options).map(([option, value]) => `  ${option}: ${value}`)
  const { epsilon } = mechanism
  return `import { load } from 'inbounds'

const { ${name} } = await load()
const mechanism = new ${name}({
${lines.join(',\n')}
})

// A private value. Each call spends ${epsilon} again.
mechanism.privatise(${truth})

mechanism.scale // ${mechanism.scale}

// The exact worst case.
mechanism.audit()

// What to expect: also bias, variance, interval(0.95) ...
mechanism.at(${truth}).mean
`
}
