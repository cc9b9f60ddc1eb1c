// The table of what was measured, in the README: made by many minutes of `npm run bench -- --write`, so what is tested here is
// how it is made of what was measured, and that the README has it in that form, with the rows that the benchmarks mark.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkMarks, columns, linesOfReadme, readmeLines, skippedSentence, tableOf } from '../../tools/bench-table.mjs'
import { machineWords } from '../../tools/machine.mjs'
import { benchmarks, mayBeSkipped, readmeRowsOf } from '../bench/benchmarks.mjs'
import { atLeast, formatSeconds, growth, under } from '../bench/rows.mjs'

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const marks = await Promise.all(benchmarks.map(async (name) => ({ name, marked: await readmeRowsOf(name) })))

const cellsOf = (line) => line.slice(1, -1).split('|').map((cell) => cell.trim()) // biome-ignore format: one thought

const FORMS = {
  ratio: /^(\d+(\.\d+)?x( as fast)?|n\^-?\d\.\d\d)$/,
  what: /^\S.*\S$/,
  value: /^((scale|variance|error) [\d.]+ \/ [\d.]+|[\d.,]+ (ns|µs|ms|s|B|kB|MB|MiB|MB\/s|\/ s|%)( for [\d,]+)?)$/,
  bar: /^(|(at least|at most|under|above|never below|within|the same to) .*\d.*)$/,
  verdict: /^(|met|MISSED)$/
}

/** Neither a path nor an address: words that begin with a slash, or have a dot before a letter. */
const MACHINE =
  /^(?!.*(\s\/|\.[a-z]))Measured on [^;]+ with \d+ cores; [^;]+; Node [\d.]+; [^;]+(; natively [^;]+)?\.$/i

/** What is wrong with the lines, as sentences. */
function problemsOf(lines) {
  const rows = lines.filter((line) => line.startsWith('|')).map(cellsOf)
  if (rows.length < 3) return ['there is no table']
  const [titles, rule, ...cells] = rows
  const skipped = mayBeSkipped.filter((name) => lines.includes(skippedSentence(name)))
  const expected = marks.flatMap(({ name, marked }) => (skipped.includes(name) ? [] : marked))
  const names = cells.map(([, what]) => what)
  const wrongCells = cells.flatMap((row) =>
    Object.values(FORMS).flatMap((form, at) =>
      form.test(row[at]) ? [] : [`${columns[at]} of “${row[1]}” is “${row[at]}”`]
    )
  )
  return [
    ...(titles.join() === columns.join() ? [] : [`the columns are ${titles.join(', ')}`]),
    ...(rule.every((cell) => /^-+:?$/.test(cell)) ? [] : ['the second line is no rule']),
    ...expected.filter((name) => !names.includes(name)).map((name) => `“${name}” is missing`),
    ...names.filter((name) => !expected.includes(name)).map((name) => `“${name}” is marked by no benchmark`),
    ...(names.length === new Set(names).size ? [] : ['a row is there twice']),
    ...cells.filter(([, , , bar, verdict]) => (bar === '') !== (verdict === '')).map((row) => `${row[1]}: a bar and its verdict go together`), // biome-ignore format: a rule a line
    ...wrongCells,
    ...(MACHINE.test(lines.at(-1)) ? [] : ['the machine is not named'])
  ]
}

test('every benchmark is in the list, and the list has no other', () => {
  const files = readdirSync(path('tests/bench')).filter((name) => name.endsWith('.bench.mjs'))
  assert.deepEqual(files.map((name) => name.replace('.bench.mjs', '')).sort(), benchmarks.toSorted())
})

test('the README has the rows that the benchmarks mark, in their form', async () => {
  const count = marks.flatMap(({ marked }) => marked).length
  assert.ok(count >= 15 && count <= 30, `${count} rows are marked`)
  assert.deepEqual(problemsOf(await linesOfReadme()), [])
})

test('a README that disagrees is found', async () => {
  const lines = await linesOfReadme()
  const row = lines.findIndex((line) => line.includes(marks[0].marked[0]))
  const problemsAfter = (change) => problemsOf(lines.with(row, change(lines[row])))
  const withCell = (at, cell) => (line) => `| ${cellsOf(line).with(at, cell).join(' | ')} |`
  assert.deepEqual(problemsOf(lines.toSpliced(row, 1)), [`“${marks[0].marked[0]}” is missing`])
  assert.deepEqual(problemsOf(lines.toSpliced(row, 0, lines[row])), ['a row is there twice'])
  assert.deepEqual(problemsAfter(withCell(1, 'another name')).length, 2)
  assert.match(problemsAfter(withCell(0, 'fast'))[0], /^ratio of .* is “fast”$/)
  assert.match(problemsAfter(withCell(0, ''))[0], /^ratio of /)
  assert.match(problemsAfter(withCell(2, '31'))[0], /^value of .* is “31”$/)
  assert.match(problemsAfter(withCell(4, ''))[0], /go together$/)
  assert.match(problemsOf(lines.with(0, lines[0].replace('ratio', 'times')))[0], /^the columns are times, what/)
  assert.match(problemsOf(lines.with(-1, 'Measured on a machine.'))[0], /^the machine/)
  assert.deepEqual(problemsOf([]), ['there is no table'])
})

const results = [
  {
    name: 'a',
    marked: ['draws', 'more'],
    rows: [
      { what: 'by hand', value: formatSeconds(1e-7), speedup: 1 },
      { what: 'draws', value: formatSeconds(3.3333e-8), ...atLeast(3, 2) },
      { what: 'more', ...growth([10, 1000], [1e-6, 1e-4], 0.9) }
    ]
  },
  { name: 'b', marked: ['peer'], rows: [{ skipped: 'b was skipped: why.' }] },
  { name: 'c', marked: [], rows: [{ what: 'plain', ratio: 0.5, ...under(0.25, 1) }] }
]

test('tables have the ratio first, and straight columns', () => {
  assert.deepEqual(tableOf(results[0].rows), [
    '|         ratio | what    | value            | bar           | verdict |',
    '| ------------: | ------- | ---------------- | ------------- | ------- |',
    '| 1.00x as fast | by hand | 100 ns           |               |         |',
    '| 3.00x as fast | draws   | 33.3 ns          | at least 2x   | met     |',
    '|        n^1.00 | more    | 100 µs for 1,000 | at most n^0.9 | MISSED  |'
  ])
  assert.deepEqual(tableOf(results[1].rows), ['b was skipped: why.'])
  assert.equal(tableOf(results[2].rows)[2], '| 0.500x | plain | 250 ms | under 1 s | met     |')
})

test('the README gets the marked rows, what was skipped, and the machine', () => {
  const lines = readmeLines(results, 'M')
  assert.deepEqual(lines.filter((line) => line.startsWith('|')).map((line) => cellsOf(line)[1]).slice(2), ['draws', 'more']) // biome-ignore format: one thought
  assert.deepEqual(lines.slice(4), ['', skippedSentence('b'), '', 'Measured on M.'])
})

test('a mark that no row has is a mistake, unless all was skipped', () => {
  for (const result of results) checkMarks(result)
  const { name, marked, rows } = results[0]
  const sentence = (count) => new RegExp(`^Error: a has ${count} rows, and should have one, of the README's “more”$`)
  assert.throws(() => checkMarks({ name, marked, rows: rows.slice(0, 2) }), sentence(0))
  assert.throws(() => checkMarks({ name, marked, rows: [...rows, rows[2]] }), sentence(2))
})

test('times are shown in three digits', () => {
  const times = [1.2345e-9, 9.99e-7, 2e-5, 1e-3, 0.1234567, 12.3456, 1234]
  assert.deepEqual(times.map(formatSeconds), ['1.23 ns', '999 ns', '20 µs', '1 ms', '123 ms', '12.3 s', '1230 s'])
})

test('the machine is told without a path', () => {
  assert.match(`Measured on ${machineWords({ compiler: 'Emscripten 1, Clang 2' })}.`, MACHINE)
  for (const place of ['/home/somebody', 'a.example.org']) assert.doesNotMatch(`Measured on ${place} with 2 cores; a; Node 1; b.`, MACHINE) // biome-ignore format: one thought
})

test('what nobody knows is refused before anything is built', async () => {
  const bench = (...words) => promisify(execFile)(process.execPath, [path('tools/bench.mjs'), ...words])
  await assert.rejects(bench('sampling', 'speed'), { code: 1, stdout: '', stderr: /^No such benchmark: speed\. There are: sampling, diffprivlib, / }) // biome-ignore format: a case a line
  await assert.rejects(bench('--chek'), { code: 1, stdout: '', stderr: 'No such option: --chek. There are: --check, --write\n' }) // biome-ignore format: a case a line
  await assert.rejects(bench('sampling', '--write'), { code: 1, stdout: '', stderr: /--write takes no names but accuracy\n$/ }) // biome-ignore format: a case a line
})
