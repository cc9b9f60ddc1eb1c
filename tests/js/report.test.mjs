// The technical report: its tables and figures are what `npm run reproduce` makes, the numbers in its sentences are what the package computes, and
// each claim of ours is judged.

import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSeeded } from 'inbounds/testing'
import { accuracyOnPage } from '../../tools/accuracy-table.mjs'
import { FIGURES, reportFigures, reportResults, reportTables, tablesOnPage } from '../../tools/report-parts.mjs'
import { chooseEntries } from '../../tools/reproduce/choose.mjs'
import { judge } from '../../tools/reproduce/judge.mjs'
import { figureNames, reproduce } from '../../tools/reproduce/run.mjs'
import { REPORT_CATALOGUE } from '../../web/papers/computations/report/catalogue.js'
import { assertWellFormed } from './support/well-formed.mjs'

const text = await readFile(new URL('../../web/docs/report.md', import.meta.url), 'utf8')
const pictures = [...text.matchAll(/^!\[(.*)\]\(figures\/(.*)\.svg\)/gm)].map(([, words, name]) => ({ words, name }))
const results = await reportResults()

/** A number of a result, by how its row begins. */
function findNumber(id, beginning, column = 'recomputed') {
  const row = results.get(id).rows.find(({ what }) => what.startsWith(beginning))
  assert.ok(row, `${id} has a row that begins with ${beginning}`)
  return row[column]
}

test('every claim of ours holds, and its judgement can fail', () => {
  for (const entry of REPORT_CATALOGUE) {
    const { status, problems } = judge(entry, results.get(entry.id))
    assert.deepEqual({ id: entry.id, status, problems }, { id: entry.id, status: 'reproduced', problems: [] })
    assert.ok(
      results.get(entry.id).rows.some(({ verdict }) => verdict === 'holds'),
      `${entry.id} checks something`
    )
  }
  const [entry] = REPORT_CATALOGUE
  const { rows, ...rest } = results.get(entry.id)
  const worse = rows.map((row) => (row.verdict ? { ...row, verdict: 'fails' } : row))
  assert.equal(judge(entry, { ...rest, rows: worse }).status, 'unexpected')
})

test('a package that calibrates 1 % wrong is found out by the sums over all pairs', async () => {
  const inbounds = await loadSeeded(1)
  /** The same mechanism with 0.99 of its scale, under the same promise. */
  const weaken = (Mechanism) =>
    new Proxy(Mechanism, {
      construct(target, [options]) {
        const honest = new target(options)
        if (options.epsilon === undefined) return honest
        const { epsilon, delta, ...rest } = options
        return new target({ ...rest, scale: honest.scale * 0.99 })
      }
    })
  const broken = {
    ...inbounds,
    ...Object.fromEntries(
      ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace', 'BoundedGaussian'].map((name) => [
        name,
        weaken(inbounds[name])
      ])
    )
  }
  for (const id of ['report-scales', 'report-delta-scales', 'report-gaussian-variance']) {
    const [entry] = chooseEntries([id])
    const { problems } = judge(entry, await entry.compute(broken))
    assert.match(problems.join('; '), /whole numbers to/, id)
  }
})

test('the tables are what the package computes', async () => {
  const tables = await reportTables(results)
  assert.deepEqual(await tablesOnPage(), tables)
  for (const [name, lines] of Object.entries(tables)) assert.ok(lines.length > 4, name)
})

test('the figures are those of the command, byte for byte', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-report-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await reproduce({ entries: chooseEntries([...results.keys()]), folder, output: { write: () => true } })
  const kept = (await readdir(FIGURES)).sort()
  const files = (await readdir(join(folder, 'figures'))).filter((name) => name.endsWith('.svg')).sort()
  assert.deepEqual(kept, files)
  for (const name of kept) {
    const svg = await readFile(new URL(name, FIGURES), 'utf8')
    assert.equal(
      svg,
      await readFile(join(folder, 'figures', name), 'utf8'),
      `${name}: node tools/report-parts.mjs --write`
    )
    assertWellFormed(svg)
  }
  assert.deepEqual(Object.keys(reportFigures(results)).sort(), kept)
})

test('every figure is shown once, with the words of its chart, and names the command that makes it', () => {
  const charts = new Map(
    [...results].flatMap(([id, { charts: list }]) => figureNames(id, list).map((name, at) => [name, list[at]]))
  )
  assert.deepEqual(pictures.map(({ name }) => name).sort(), [...charts.keys()].sort())
  for (const { name, words } of pictures) assert.equal(words, charts.get(name).words)
  const captions = [...text.matchAll(/^\*\*Figure (\d+)\.\*\* .*Made by `npm run reproduce -- --only ([\w-]+)`/gm)]
  assert.deepEqual(
    captions.map(([, number]) => Number(number)),
    captions.map((_, at) => at + 1)
  )
  const shown = [...results].filter(([, { charts: list }]) => list.length > 0).map(([id]) => id)
  assert.deepEqual(captions.map(([, , id]) => id).sort(), shown.sort())
})

test('what captions say in words is so', () => {
  const lines = (id, chart = 0) => results.get(id).charts[chart].lines.map(({ ys }) => ys)
  const [boundedLess, bounded, reflected, reflectedLess] = lines('report-scales')
  for (const ys of [boundedLess, bounded]) assert.ok(ys.every((y) => y < 2) && Math.abs(ys.at(-1) - 1) < 1e-9)
  for (const ys of [reflected, reflectedLess]) assert.ok(ys.every((y) => y <= 1 + 1e-12))
  const [tiny, , large, reflection, clamped] = lines('report-delta-scales')
  assert.ok(Math.max(...tiny) > 3.5 && Math.abs(large.at(-1) - 2) < 0.1 && clamped.every((y) => y < 2))
  for (const ys of [tiny, large, clamped]) assert.ok(ys[0] < 1.05)
  assert.ok(reflection[0] > 1.2)
  const [whole, ...cubes] = lines('report-gaussian-variance')
  assert.ok(whole[0] > 3.24 && whole.every((y) => y < 3.25))
  for (const ys of cubes) assert.ok(ys[0] > 2.9 && ys.at(-1) < 1.5)
  const epsilons = results.get('report-errors').charts[0].xs
  for (const [at, epsilon] of epsilons.entries()) {
    const [reflection, other, normal, cut] = lines('report-errors').map((ys) => ys[at])
    if (epsilon <= 1)
      assert.ok(Math.max(reflection, other, normal) / Math.min(reflection, other, normal) < 1.03 && cut > normal)
    if (epsilon >= 1.5) assert.ok(reflection < Math.min(other, normal, cut))
    if (epsilon >= 4) assert.ok(cut < normal)
    const [small, , , same] = lines('report-errors', 1).map((ys) => ys[at])
    if (epsilon >= 0.6) assert.ok(Math.abs(small / same - 1) < 1e-3)
  }
  assert.ok(lines('report-errors', 1)[2][0] < lines('report-errors', 1)[0][0])
  const [share] = lines('report-spectrum').map((ys) => ys[1])
  assert.ok(Math.abs(share - 0.1) < 0.01 && Math.abs(lines('report-spectrum').at(-1)[1] - 2 / 3) < 0.03)
})

test('the numbers in the sentences are what is computed', () => {
  const error = (row, column) => findNumber('report-errors', row, column)
  const iris = (column) => findNumber('holohan-figure-2', 'ε = 5', column).toFixed(2)
  const ratio = findNumber('report-gaussian-variance', 'width 1, s = 1', 'recomputed') / 0.5
  const window = (size) => findNumber('erratum-1', `worst loss if the range is cut at ${size}`).toPrecision(4)
  const whole = (epsilon) => (1 / findNumber('report-scales', `ε = ${epsilon}, s = 1`, 'tight')).toFixed(2)
  const plane = (column) => findNumber('report-gaussian-variance', '10 × 8, s = 2√5, ε = 0.1', column).toFixed(1)
  const behind = error('s = D (local privacy), ε = 1') / error('s = D (local privacy), ε = 1', 'compared')
  const ahead = error('s = D/10, ε = 0.1') / error('s = D/10, ε = 0.1', 'tight')
  const small = error('s = D/10, ε = 1', 'compared') / error('s = D/10, ε = 1')
  for (const sentence of [
    `${whole(1)} times smaller than $s/\\varepsilon$ at $\\varepsilon = 1$ and ${whole(0.1)} times at 0.1`,
    `passes 1 again beyond ${findNumber('erratum-1', 'passes').toFixed(2)} sensitivities`,
    `grows by ${findNumber('erratum-1', 'grows').toFixed(4)} for each further one`,
    `on a window of 20 sensitivities the worst loss is ${window(20)}, of 200 it is ${window(200)}`,
    `and ${ratio.toFixed(2)} times the tight one at $\\varepsilon = 1$`,
    `it is ${plane('recomputed')} instead of ${plane('tight')}`,
    `bounded noise has ${small.toFixed(2)} times as much at $\\varepsilon = 1$ and $s = D/10$`,
    `bounded being better by ${(100 * (behind - 1)).toFixed(1)} % at most in the table`,
    `the Gaussian is ahead by ${(100 * (ahead - 1)).toFixed(0)} % for $s = D/10$`,
    `the accuracy is ${iris('tight')} with reflected, ${iris('recomputed')} with bounded and ${iris('compared')} with clamped`
  ])
    assert.ok(text.includes(sentence), sentence)
})

test('how much better other kinds of noise are is said as it is computed, in all places', async () => {
  const page = async (name) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8')
  /** The squared error of reflected noise over that of a window. */
  const times = (epsilon, column) =>
    (findNumber('report-windows', `ε = ${epsilon}`) / findNumber('report-windows', `ε = ${epsilon}`, column)) ** 2
  const both = (epsilon) => `${times(epsilon, 'compared').toFixed(1)} and ${times(epsilon, 'tight').toFixed(1)}`
  const factorOf = (epsilon, digits) => times(epsilon, 'tight').toFixed(digits)
  const rows = (await accuracyOnPage()).map((line) => line.split('|').map((cell) => cell.trim().replaceAll('*', '')))
  const [, , , ...means] = rows.slice(
    rows.findIndex(([, first]) => first === 'epsilon') - 1,
    rows.findLastIndex(([, first]) => first === 'epsilon')
  )
  const head = rows.find(([, first]) => first === 'epsilon')
  const column = (row, name) => Number(row[head.indexOf(name)])
  const settings = means.filter((row) => row.length === head.length)
  assert.equal(settings.length, 12)
  const names = head.slice(3, 9)
  assert.ok(names.includes('`ClampedLaplace`') && names.includes('`ReflectedLaplace`'))
  const nearer = (name) => settings.filter((row) => names.every((own) => column(row, name) < column(row, own))).length
  const nearest = Math.max(...settings.map((row) => column(row, '`ClampedLaplace`') / column(row, 'Piecewise')))
  for (const [name, sentence] of [
    [
      'web/docs/report.md',
      `reflected noise has ${both(1)} times as much squared error at $\\varepsilon = 1$, and ${both(10)} times as much at $\\varepsilon = 10$`
    ],
    [
      'web/docs/report.md',
      `Piecewise (Wang et al.) is closer than any noise here in ${nearer('Piecewise')} of the 12 settings measured (up to ${nearest.toFixed(1)} times as close as clamped noise), and Square Wave in ${nearer('Square Wave, EM')}`
    ],
    ['web/docs/collecting.md', `up to ${nearest.toFixed(1)} times as near as clamped noise`],
    [
      'web/docs/which-mechanism.md',
      `has ${factorOf(1, 1)} times the squared error of such a window at epsilon 1, ${factorOf(4, 1)} times at epsilon 4, and ${factorOf(10, 0)} times at epsilon 10`
    ],
    ['README.md', `at epsilon 10, ${factorOf(10, 0)} times less`]
  ])
    assert.ok((await page(name)).includes(sentence), `${name}: ${sentence}`)
})

test('the scales of section 4 are those of erratum 3', async () => {
  const [entry] = chooseEntries(['erratum-3'])
  const { rows } = await entry.compute(await loadSeeded(1))
  const [scales, deltas] = rows
  const words = `the published scale is ${scales.recomputed.toFixed(3)} widths and its exact delta ${deltas.recomputed.toFixed(6)}, while ${scales.tight.toFixed(3)} widths are enough`
  assert.ok(text.includes(words), words)
})

test('every theorem names the proof it rests on', () => {
  const theorems = [...text.matchAll(/^\*\*Theorem (\d+)\*\* (\([^\n]*?\)\.) /gm)]
  assert.deepEqual(
    theorems.map(([, number]) => Number(number)),
    theorems.map((_, at) => at + 1)
  )
  assert.equal(theorems.length, 9)
  for (const [, number, head] of theorems)
    assert.match(head, /\(\.\.\/\.\.\/src\/[\w/]+\/PROOF\.md#\d/, `theorem ${number} links to a section of a proof`)
})
