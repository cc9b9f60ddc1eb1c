// A worked example in the terminal: npm start prints it, and it is the README's story with numbers.

import { load } from 'inbounds'

const { ReflectedLaplace } = await load()
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
const audit = age.audit()
const law = age.at(37)
const column = age.privatiseAll(new Array(10000).fill(37))
const mean = column.reduce((sum, value) => sum + value, 0) / column.length

console.log(`
  A person of 37 tells a website their age, with noise of their own making.

    const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })

  Calibration   the smallest scale that keeps epsilon = 1 is ${age.scale.toFixed(3)}
  Audit         exact worst case: epsilon ${audit.epsilon.toFixed(9)}, truths ${audit.truth} and ${audit.neighbour}, output ${audit.output}
  In words      ${age.describe().replace('. ', '.\n                ')}
  Private       ${Array.from({ length: 12 }, () => age.privatise(37)).join('  ')}
  The law       mean ${law.mean.toFixed(2)}, standard deviation ${Math.sqrt(law.variance).toFixed(2)}, 95% between ${law.interval(0.95).join(' and ')}
  10,000 draws  mean ${mean.toFixed(2)}, smallest ${Math.min(...column)}, largest ${Math.max(...column)}: never outside
`)
