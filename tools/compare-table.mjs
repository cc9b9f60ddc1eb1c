// The table of web/docs/which-mechanism.md, made by compare(): `node tools/compare-table.mjs` prints it, and
// `node tools/compare-table.mjs --write` puts it into the page. A test checks that the page has it as it is.

import { fileURLToPath } from 'node:url'
import { load } from 'inbounds'
import { readPart, writePart } from './built-part.mjs'

const page = fileURLToPath(new URL('../web/docs/which-mechanism.md', import.meta.url))
const START = '<!-- made by tools/compare-table.mjs -->'
const END = '<!-- end -->'

const columns = ['ReflectedLaplace', 'BoundedLaplace', 'BoundedGaussian', 'ClampedLaplace']
const cases = [
  ['0 to 120, sensitivity 1, epsilon 1', { lower: 0, upper: 120, sensitivity: 1, epsilon: 1 }],
  ['0 to 1, sensitivity 0.1, epsilon 1', { lower: 0, upper: 1, sensitivity: 0.1, epsilon: 1 }],
  ['0 to 1, sensitivity 0.5, epsilon 1', { lower: 0, upper: 1, sensitivity: 0.5, epsilon: 1 }],
  ['0 to 1, local, epsilon 0.1', { lower: 0, upper: 1, epsilon: 0.1 }],
  ['0 to 1, local, epsilon 1', { lower: 0, upper: 1, epsilon: 1 }],
  ['0 to 1, local, epsilon 4', { lower: 0, upper: 1, epsilon: 4 }],
  ['0 to 1, local, epsilon 1, delta 0.01', { lower: 0, upper: 1, epsilon: 1, delta: 0.01 }],
  [
    '0 to 1, sensitivity 0.1, epsilon 1, metric',
    { lower: 0, upper: 1, sensitivity: 0.1, epsilon: 1, guarantee: 'metric' }
  ],
  [
    '0 to 1, sensitivity 0.1, epsilon 1, delta 0.00001',
    { lower: 0, upper: 1, sensitivity: 0.1, epsilon: 1, delta: 1e-5 }
  ],
  ['whole numbers 0 to 10, local, epsilon 2', { lower: 0, upper: 10, epsilon: 2, granularity: 1 }],
  ['from 0 up, sensitivity 1, epsilon 1', { lower: 0, upper: Infinity, sensitivity: 1, epsilon: 1 }],
  ['9 to 12 and 14 to 18, sensitivity 1, epsilon 1', { spans: [[9, 12], [14, 18]], sensitivity: 1, epsilon: 1 }] // biome-ignore format: a case a line
]

export async function compareTable() {
  const { compare } = await load()
  const rows = cases.map(([name, options]) => {
    const { mechanisms, recommended, guess } = compare(options)
    const cell = (name) => {
      const found = mechanisms.find(({ mechanism }) => mechanism === name)
      if (found === undefined) return 'does not fit'
      const shown = `${short(found.rmse.average)} / ${short(found.rmse.worst)}`
      return name === recommended ? `**${shown}**` : shown
    }
    const cells = columns.map(cell)
    return `| ${[name, ...cells, guess ? short(guess.average) : ''].join(' | ')} |`
  })
  return [
    `| range and promise | ${columns.map((name) => `\`${name}\``).join(' | ')} | saying the middle |`,
    `| --- |${columns.map(() => ' --- |').join('')} --- |`,
    ...rows
  ].join('\n')
}

export function tableOnPage() {
  return readPart(page, START, END)
}

function short(value) {
  return String(Number(value.toPrecision(3)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = await compareTable()
  if (process.argv.includes('--write')) await writePart(page, START, END, table)
  else console.log(table)
}
