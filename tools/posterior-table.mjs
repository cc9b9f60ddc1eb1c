// The tables of web/docs/posteriors.md, made by the package: `node tools/posterior-table.mjs` prints them, and
// `node tools/posterior-table.mjs --write` puts them into the page. A test can check that the page has them as they are:
// posteriorTables() makes what tablesOnPage() reads.

import { fileURLToPath } from 'node:url'
import { load } from 'inbounds'
import { readParts, writePart } from './built-part.mjs'

const page = fileURLToPath(new URL('../web/docs/posteriors.md', import.meta.url))
const startOf = (name) => `<!-- made by tools/posterior-table.mjs: ${name} -->`
const END = '<!-- end -->'

const epsilons = [0.5, 1, 3]
const columns = [
  ['`geometric`', { method: 'geometric' }],
  ['`smooth`', { method: 'smooth' }],
  ['`varying`', { method: 'varying' }],
  ['`global`', { method: 'global' }],
  ['`smooth`, published', { method: 'smooth', calibration: 'published' }],
  ['`global`, published', { method: 'global', calibration: 'published' }]
]

/** The tables by their name on the page, each as lines of Markdown. */
export async function posteriorTables() {
  const { BetaPosterior, DirichletPosterior } = await load()
  return {
    beta: tableOf(BetaPosterior, [1, 1], [10, 100, 1000], (trials) => trials / 2),
    dirichlet: tableOf(DirichletPosterior, [1, 1, 1], [5, 20], (trials) => {
      const third = Math.round(trials / 3)
      return [third, third, trials - 2 * third]
    })
  }
}

/** The same, as they stand on the page. */
export function tablesOnPage() {
  return readParts(page, startOf, END)
}

/** The mean distance over all counts alike, and in the middle; the smallest of each row in bold. */
function tableOf(Kind, prior, sizes, middleOf) {
  const rows = sizes.flatMap((trials) =>
    epsilons.map((epsilon) => {
      const cells = columns.map(([, rest]) => {
        const mechanism = new Kind({ prior, trials, epsilon, ...rest })
        return { average: averageOf(mechanism), middle: mechanism.expectedDistance(middleOf(trials)) }
      })
      const min = Math.min(...cells.map(({ average }) => average))
      const shown = cells.map(({ average, middle }) => {
        const both = `${short(average)} / ${short(middle)}`
        return average === min ? `**${both}**` : both
      })
      return rowOf([trials, epsilon, ...shown])
    })
  )
  const titles = ['answers', 'epsilon', ...columns.map(([title]) => title)]
  return [rowOf(titles), rowOf(titles.map(() => '---')), ...rows]
}

function averageOf(mechanism) {
  const all = Array.from({ length: mechanism.candidates }, (_, place) => mechanism.candidate(place))
  return all.reduce((sum, truth) => sum + mechanism.expectedDistance(truth), 0) / all.length
}

function rowOf(cells) {
  return `| ${cells.join(' | ')} |`
}

function short(value) {
  return value.toFixed(value < 0.01 ? 4 : 3)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, lines] of Object.entries(await posteriorTables())) {
    if (process.argv.includes('--write')) await writePart(page, startOf(name), END, lines.join('\n'))
    else console.log(`${lines.join('\n')}\n`)
  }
}
