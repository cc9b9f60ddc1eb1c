// npm run reproduce: quick parts of it run for real, into a folder of their own; its judgement, which has to notice whatever changes; and its charts.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { csvParse } from 'd3-dsv'
import { chooseEntries } from '../../tools/reproduce/choose.mjs'
import { EXPECTED } from '../../tools/reproduce/expected.mjs'
import { judge } from '../../tools/reproduce/judge.mjs'
import { rangeOf, scaleOf } from '../../tools/reproduce/plot/scale.mjs'
import { chartSvg } from '../../tools/reproduce/plot/svg.mjs'
import { progressOn } from '../../tools/reproduce/progress.mjs'
import { complaintAbout, reproduce } from '../../tools/reproduce/run.mjs'
import { CATALOGUE } from '../../web/papers/computations/catalogue.js'
import { assertWellFormed } from './support/well-formed.mjs'

const QUICK = ['holohan-figure-1', 'croft-figure-1', 'croft-table-2', 'erratum-1', 'chen-hale-table-1', 'erratum-10']
const date = new Date('2026-01-02T03:04:05Z')
const quiet = { write: () => true }

let folder
let done
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbounds-reproduction-'))
  done = await reproduce({ entries: chooseEntries(QUICK), folder, date, output: quiet })
})
after(() => rm(folder, { recursive: true, force: true }))

const read = (...path) => readFile(join(folder, ...path), 'utf8')

test('each part has its verdict, and none is unexpected', () => {
  assert.deepEqual(
    done.map(({ entry, judgement }) => [entry.id, judgement.words, judgement.problems]),
    [
      ['holohan-figure-1', 'reproduced', []],
      ['croft-figure-1', 'reproduced', []],
      ['croft-table-2', 'reproduced but for erratum 1', []],
      ['erratum-1', 'erratum, shown', []],
      ['chen-hale-table-1', 'reproduced to the printed digits', []],
      ['erratum-10', 'erratum, shown', []]
    ]
  )
})

test('the numbers are CSV, with all digits and the printed ones as they are printed', async () => {
  assert.deepEqual((await readdir(join(folder, 'numbers'))).sort(), QUICK.map((id) => `${id}.csv`).sort())
  const table = csvParse(await read('numbers', 'chen-hale-table-1.csv'))
  assert.equal(table.length, 21)
  const row = table.find((one) => one['Variance σ²'] === 'ε = 1.0: bounded Gaussian')
  assert.equal(row.Printed, '84.3')
  assert.equal(Number(row.Recomputed).toFixed(3), '84.384')
  assert.ok(row.Recomputed.length > 12)
  assert.equal(row.Verdict, 'cut')
})

test('each figure has its points and a well-formed SVG; a second and a third are b and c', async () => {
  const expected = done.flatMap(({ figures }) => figures.flatMap((name) => [`${name}.csv`, `${name}.svg`]))
  assert.ok(expected.includes('croft-figure-1c.svg'))
  assert.deepEqual((await readdir(join(folder, 'figures'))).sort(), expected.sort())
  for (const { result, figures } of done) {
    for (const [at, { xs, lines }] of result.charts.entries()) {
      const points = csvParse(await read('figures', `${figures[at]}.csv`))
      assert.equal(points.length, xs.length)
      assert.deepEqual(
        points.columns.slice(1),
        lines.map(({ name }) => name)
      )
      for (const { name, ys } of lines)
        assert.deepEqual(
          points.map((point) => (point[name] === '' ? null : Number(point[name]))),
          [...ys]
        )
      const svg = await read('figures', `${figures[at]}.svg`)
      assertWellFormed(svg)
      assert.doesNotMatch(svg, /NaN|Infinity|undefined| style=/)
      assert.match(svg, /prefers-color-scheme: dark/)
      assert.equal(svg.match(/<path class="line /g).length, 2 * lines.length + lineMarks(result.charts[at]))
    }
  }
})

/** Marks that are drawn as a line. */
const lineMarks = ({ marks = [] }) => marks.filter(({ x, y }) => x === undefined || y === undefined).length

test('the report has printed beside recomputed, says what computed it, and needs nothing else', async () => {
  const html = await read('index.html')
  for (const id of QUICK) assert.ok(html.includes(`id="${id}"`) && html.includes(`href="#${id}"`), id)
  assert.match(
    html,
    /<td data-label="Printed">84\.3<\/td><td data-label="Recomputed"><data value="84\.38443\d+">84\.3844<\/data><\/td>/
  )
  assert.match(html, /Nothing else differs/)
  assert.match(html, /<dd>2026-01-02<\/dd>/)
  const wasm = await readFile(fileURLToPath(import.meta.resolve('inbounds/inbounds.wasm')))
  assert.ok(html.includes(createHash('sha256').update(wasm).digest('hex')))
  assert.match(html, /<dt>Compiler<\/dt><dd>Emscripten/)
  assert.doesNotMatch(html, /<script|NaN|undefined| style="|https?:\/\/(?!www\.w3\.org\/1998\/Math)/)
  const css = /<style>([\s\S]*?)<\/style>/.exec(html)[1]
  assert.ok(
    html.includes(`'sha256-${createHash('sha256').update(css).digest('base64')}'`),
    'the policy allows this style'
  )
  for (const [, file] of html.matchAll(/href="((?:numbers|figures)\/[^"]+)"/g)) await read(file)
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length, 'no id twice')
  for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.includes(id), `#${id}`)
})

test('two runs give the same files, also one part by itself, and also where noise is drawn', async (t) => {
  const other = await mkdtemp(join(tmpdir(), 'inbounds-reproduction-'))
  t.after(() => rm(other, { recursive: true, force: true }))
  const drawn = CATALOGUE.filter(({ runs }) => runs).map((entry) => ({
    ...entry,
    compute: (inbounds, watch) => entry.compute(inbounds, watch, { runs: 2 })
  }))
  assert.ok(drawn.length > 0)
  const contents = async (entries) => {
    await reproduce({ entries, folder: other, date, output: quiet })
    const names = (await readdir(other, { recursive: true })).filter((name) => name.includes('.')).sort()
    return Promise.all(names.map(async (name) => [name, await readFile(join(other, name), 'utf8')]))
  }
  const [one, two] = [await contents(drawn), await contents(drawn)]
  assert.deepEqual(one, two)
  const alone = new Map(await contents(chooseEntries(['croft-table-2'])))
  assert.equal(alone.get('numbers/croft-table-2.csv'), await read('numbers', 'croft-table-2.csv'))
  assert.equal(
    [...alone.keys()].some((name) => name.includes('holohan')),
    false,
    'nothing of an earlier run is left'
  )
})

test('what is expected is about parts that exist, and names an erratum or a reason', () => {
  for (const [id, { erratum, why }] of Object.entries(EXPECTED)) {
    assert.ok(
      CATALOGUE.some((entry) => entry.id === id),
      id
    )
    assert.ok(why || CATALOGUE.some((entry) => entry.id === `erratum-${erratum}`), id)
  }
  for (const { id, kind } of CATALOGUE) if (kind === 'erratum') assert.equal(`erratum-${EXPECTED[id].erratum}`, id)
})

test('the judgement notices each change: a row that fails, one that no longer does, one that is gone', () => {
  const table = { id: 'made up', kind: 'table' }
  const row = (what, verdict) => ({ what, printed: '1', recomputed: 1, verdict })
  const result = (outcome, ...rows) => ({ rows, verdict: { outcome, words: '' } })
  const expected = { outcome: 'holds', erratum: 1, rows: { fails: ['known', 'long…'] } }
  const known = [row('known', 'fails'), row('long name', 'fails')]
  assert.equal(
    judge(table, result('holds', row('a', 'agrees'), ...known), expected).words,
    'reproduced but for erratum 1'
  )
  assert.deepEqual(judge(table, result('agrees', row('a', 'agrees'))).words, 'reproduced to the printed digits')

  const problems = (...args) => {
    const { status, words, problems: found } = judge(table, ...args)
    assert.deepEqual([status, words], ['unexpected', 'not reproduced'])
    return found.join('; ')
  }
  assert.match(problems(result('agrees', row('a', 'differs'))), /^a: expected what is printed, and it differs \(1\)$/)
  assert.match(problems(result('agrees', row('a', 'cut'))), /cut off/)
  assert.match(problems(result('fails', row('a', 'agrees'))), /^as a whole it does not hold$/)
  assert.match(
    problems(result('holds', row('known', 'holds'), known[1]), expected),
    /^known: expected fails, and it holds/
  )
  assert.match(problems(result('holds', known[0]), expected), /^there is no row "long…", which is expected$/)
  assert.match(problems(result('holds', ...known, row('known too', 'fails')), expected), /^known too: /)
})

test('a run in which something is not reproduced ends with a sentence that names it', async (t) => {
  assert.equal(complaintAbout(done), undefined)
  const other = await mkdtemp(join(tmpdir(), 'inbounds-reproduction-'))
  t.after(() => rm(other, { recursive: true, force: true }))
  // A package that calibrates 1 % wrong, as it would look here.
  const [entry] = chooseEntries(['chen-hale-table-1'])
  const compute = ({ BoundedGaussian }) =>
    entry.compute({ BoundedGaussian: { scaleFor: (options) => 1.01 * BoundedGaussian.scaleFor(options) } })
  const wrong = await reproduce({ entries: [{ ...entry, compute }], folder: other, date, output: quiet })
  const complaint = complaintAbout(wrong)
  assert.match(
    complaint,
    /^Not reproduced, and no erratum says why:\n {2}chen-hale-table-1: ε = 0\.1: bounded Gaussian: expected /
  )
  const html = await readFile(join(other, 'index.html'), 'utf8')
  assert.match(html, /<strong>Not reproduced, and no erratum says why: <a href="#chen-hale-table-1">/)
  assert.match(html, /<span class="badge bad">differs, unexpectedly<\/span>/)
})

test('a run that breaks off leaves no report, and a part of it says that it is one', async (t) => {
  const other = await mkdtemp(join(tmpdir(), 'inbounds-reproduction-'))
  t.after(() => rm(other, { recursive: true, force: true }))
  const [entry] = chooseEntries(['croft-figure-2'])
  const broken = { ...entry, compute: () => Promise.reject(new Error('broken off')) }
  await reproduce({ entries: [entry], folder: other, date, output: quiet })
  assert.match(
    await readFile(join(other, 'index.html'), 'utf8'),
    new RegExp(`Only 1 of ${CATALOGUE.length} parts were asked for`)
  )
  await assert.rejects(reproduce({ entries: [entry, broken], folder: other, date, output: quiet }), /broken off/)
  assert.deepEqual((await readdir(other)).sort(), ['figures', 'numbers'])
})

test('the words of a value stand at the end of the axis where no line is', () => {
  const chart = { title: '', words: '', xTitle: 'x', yTitle: 'y', xs: [0, 1], y: [0, 1] }
  const place = (ys) => {
    const marks = [{ y: 0.9, role: 'plain', words: 'limit' }]
    const svg = chartSvg({ ...chart, marks, lines: [{ name: 'a', role: 'paper', ys }] }, 'made-up')
    return /class="([^"]*)">limit</.exec(svg)[1].includes('end') ? 'right' : 'left'
  }
  assert.equal(place([0.2, 0.9]), 'left')
  assert.equal(place([0.9, 0.2]), 'right')
  assert.equal(place([null, 0.9]), 'left')
})

test('a chart has gaps where there is nothing, and its words are no markup', () => {
  const chart = {
    title: 'a < b & "c"',
    words: 'up & down',
    xTitle: 'x',
    yTitle: 'y',
    xs: [0, 1, 2, 3],
    lines: [{ name: '<script>', role: 'paper', ys: [1, null, 3, 2] }]
  }
  const svg = chartSvg(chart, 'made-up', { alone: true })
  assertWellFormed(svg)
  assert.doesNotMatch(svg, /<script/)
  const [, path] = /d="(M[^"]*L[^"]*)"/.exec(svg)
  assert.match(path, /^M[\d.]+ [\d.]+M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/)
})

test('axes have round numbers, and reach around what they show', () => {
  const labels = (...args) => scaleOf(...args).ticks.map(({ label }) => label)
  assert.deepEqual(labels(0, 1), ['0', '0.2', '0.4', '0.6', '0.8', '1'])
  assert.deepEqual(labels(-1, 5), ['−1', '0', '1', '2', '3', '4', '5'])
  assert.deepEqual(labels(0.1, 1000, true), ['0.1', '1', '10', '100', '1000'])
  assert.deepEqual(labels(12, 400, true), ['20', '50', '100', '200'])
  assert.deepEqual(rangeOf([0.3, 4.2]), [0, 5])
  assert.deepEqual(rangeOf([-0.4, 0.9]), [-0.5, 1])
  assert.deepEqual(rangeOf([7, 7]), [6, 8])
  assert.equal(scaleOf(1, 100, true).at(10), 0.5)
})

test('progress: a line for each in a log, one line that changes in a terminal', () => {
  const listen = (isTTY) => {
    const lines = []
    const one = progressOn(12, { isTTY, write: (text) => lines.push(text) })(3, 'iris')
    one.advance({ done: 1, total: 4 })
    one.end('reproduced')
    return lines.join('')
  }
  assert.match(listen(false), /^\[ 3\/12\] iris: reproduced \(\d+\.\d s\)\n$/)
  const [begun, share, ended] = listen(true).split('\r\u001b[K')
  assert.deepEqual([begun, share], ['[ 3/12] iris', '[ 3/12] iris ... 25 %'])
  assert.match(ended, /^\[ 3\/12\] iris: reproduced \(\d+\.\d s\)\n$/)
})

const command = (...args) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('../../tools/reproduce.mjs', import.meta.url)), ...args])

test('the command lists everything, and refuses what it does not know', async () => {
  const { stdout } = await command('--list')
  for (const { id } of CATALOGUE) assert.ok(stdout.includes(id))
  await assert.rejects(command('--no-build', '--only', 'figure-9'), (error) => {
    assert.equal(error.code, 1)
    assert.match(error.stderr, /^Nothing is called figure-9\. There are: holohan-figure-1, /)
    return true
  })
  await assert.rejects(command('--fast'), (error) => {
    assert.match(error.stderr, /^Unknown option '--fast'\. There are --list, --only <id> and --no-build\.\n$/)
    return true
  })
})
