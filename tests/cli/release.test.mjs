// What is released: inside the bounds and on the lattice wherever blocks begin and end, drawn anew by each thread, in little
// memory, and good for estimates.

import assert from 'node:assert/strict'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { load } from 'inbounds/collector'
import { AGE, begin, inFolder, rowsOf, run } from './command.mjs'

const { ReflectedLaplace, Tally, estimate } = await load()

test('all values are possible ones, across the borders of blocks and with any number of threads', async () => {
  const input = `id,x\n${rowsOf((row) => `${row},${(row % 1000) / 100}\n`, 1_200_000)}`
  const rows = input.split('\n').length - 2
  for (const threads of ['1', '2', '5']) {
    const words = ['--column', 'x', '--spans', '-1..2,3.5..10', '--granularity', '0.25', '--epsilon', '1']
    const { code, output, errors } = await run(['privatise', ...words, '--threads', threads, '--json'], { input })
    assert.equal(code, 0, errors)
    assert.equal(JSON.parse(errors).rows, rows)
    const lines = output.trimEnd().split('\n').slice(1)
    assert.equal(lines.length, rows)
    const values = new Set()
    for (const [at, line] of lines.entries()) {
      const [id, text] = line.split(',')
      assert.equal(Number(id), at)
      const value = Number(text)
      assert.ok((value >= -1 && value <= 2) || (value >= 3.5 && value <= 10), line)
      assert.ok(Number.isInteger(value * 4), line)
      values.add(value)
    }
    assert.equal(values.size, 13 + 27) // every value that is possible has come out
  }
})

test('values of a fine lattice are written so that the very same number is read', async () => {
  const input = `x\n${rowsOf((row) => `${row / 1000}\n`, 30_000)}`
  const { code, output, errors } = await run(['privatise', '--column', 'x', '--lower', '0', '--upper', '7', '--epsilon', '1', '--json'], { input }) // biome-ignore format: one call
  assert.equal(code, 0, errors)
  const { granularity } = JSON.parse(errors).mechanisms.x
  const values = output.trimEnd().split('\n').slice(1).map(Number)
  for (const value of values)
    assert.ok(Number.isInteger(value / granularity) && value >= 0 && value <= 7, String(value))
})

test('no two blocks get the same noise', async () => {
  const input = `x\n${'60\n'.repeat(600_000)}`
  const { code, output, errors } = await run(['privatise', '--column', 'x', ...AGE], { input })
  assert.equal(code, 0, errors)
  // A sequence of 40 values that comes twice, by chance, has one of some 120^40; here 600,000^2 pairs are tried.
  const values = output.trimEnd().split('\n').slice(1)
  const seen = new Set()
  for (let at = 0; at + 40 <= values.length; ++at) seen.add(values.slice(at, at + 40).join())
  assert.equal(seen.size, values.length - 39)
})

test('the noise has the law of the mechanism, and a second run has other noise', async () => {
  const input = `x\n${'37\n'.repeat(200_000)}`
  const runs = await Promise.all([1, 2].map(() => run(['privatise', '--column', 'x', ...AGE], { input })))
  assert.notEqual(runs[0].output, runs[1].output)
  const law = new ReflectedLaplace({ lower: 0, upper: 120, granularity: 1, epsilon: 1 }).at(37)
  const counts = new Array(121).fill(0)
  for (const line of runs[0].output.trimEnd().split('\n').slice(1)) counts[Number(line)] += 1
  const statistic = counts.reduce(
    (sum, count, value) => sum + (count - 2e5 * law.pmf(value)) ** 2 / (2e5 * law.pmf(value)),
    0
  )
  assert.ok(statistic < 209, `chi-square of ${statistic} with 120 degrees of freedom`) // exceeded once in a million runs
})

test('a file of 120 MB takes less than 200 MB of memory, and comes out whole', () =>
  inFolder(async (folder) => {
    const part = rowsOf((row) => `"${row}","Lee, ""Kim""","a comment, which is long enough","${row % 100}"\n`, 2 ** 20)
    const rows = part.split('\n').length - 1
    const parts = 115
    const stream = createWriteStream(join(folder.path, 'data.csv'))
    stream.write('"id","name","comment","age"\n')
    for (let at = 0; at < parts; ++at) stream.write(part)
    await finished(stream.end())
    for (const [where, file] of [
      ['--output', 'out.csv'],
      ['--threads', '2']
    ]) {
      const words = ['privatise', 'data.csv', '--column', 'age', ...AGE, where, file, '--json']
      const child = begin(words, { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] })
      let bytes = 0
      let max = 0
      const watch = setInterval(() => {
        max = Math.max(max, peakOf(child.pid))
      }, 20)
      // Not kept: this process would need more memory than the one that is watched.
      const errors = []
      child.stderr.on('data', (chunk) => errors.push(chunk))
      child.stdout.on('data', (chunk) => {
        bytes += chunk.length
      })
      const code = await new Promise((resolve) => child.on('close', resolve))
      clearInterval(watch)
      assert.equal(code, 0, Buffer.concat(errors).toString())
      assert.ok(max > 30 && max < 200, `${max} MB`)
      if (where === '--threads') assert.ok(bytes > parts * (part.length - 4 * rows) && bytes < parts * part.length)
    }
  }))

/** The most memory that a process has used, in megabytes. */
function peakOf(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0 // it has ended
  }
}

test('estimates from a release hold the true mean, and agree with the library', () =>
  inFolder(async (folder) => {
    const truths = (row) => [20, 30, 40, 70][row % 4] // 40 on average
    folder.write('data.csv', `id,age\n${rowsOf((row) => `${row},${truths(row)}\n`, 1_000_000)}`)
    const release = ['privatise', 'data.csv', '--column', 'age', ...AGE, '--output', 'out.csv', '--save', 'm.json']
    assert.equal((await run(release, { folder })).code, 0)
    const words = ['estimate', 'out.csv', '--mechanism', 'm.json', '--column', 'age', '--confidence', '0.999999']
    const { code, output, errors } = await run([...words, '--bins', '7', '--json'], { folder })
    assert.equal(code, 0, errors)
    const { mean, reports, histogram } = JSON.parse(output)
    assert.ok(mean.low < 40 && 40 < mean.high, JSON.stringify(mean))
    assert.ok(mean.high - mean.low < 30)
    const values = folder
      .read('out.csv')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]))
    assert.equal(reports, values.length)
    assert.equal(histogram.length, 7)
    const tally = new Tally(folder.read('m.json')).add(values)
    assert.deepEqual(
      JSON.parse(output),
      JSON.parse(JSON.stringify(estimate({ tally }, { bins: 7, confidence: 0.999999 })))
    )
    const table = await run(words, { folder })
    assert.match(
      table.output,
      new RegExp(`^${values.length.toLocaleString('en')} reports of a ReflectedLaplace with epsilon 1\\.$`, 'm')
    )
    assert.match(table.output, /^mean +[\d.]+ +[\d.]+ +[\d.]+$/m)
    assert.match(table.output, /^median +[\d.]+ +[\d.]+ +[\d.]+$/m)
    assert.match(table.output, /^0 \.\. 5 +[\d.]+ % +[\d.]+ % +[\d.]+ %( +#+)?$/m)
  }))

test('estimate finds its column, counts what is missing, and names what cannot be a report', () =>
  inFolder(async (folder) => {
    const mechanism = JSON.stringify(new ReflectedLaplace({ lower: 0, upper: 10, granularity: 1, epsilon: 1 }))
    folder.write('m.json', mechanism)
    writeFileSync(join(folder.path, 'map.json'), `{"stars":${mechanism}}`)
    writeFileSync(join(folder.path, 'maps.json'), `{"stars":${mechanism},"other":${mechanism}}`)
    const one = await run(['estimate', '--mechanism', 'm.json', '--missing', 'NA'], {
      folder,
      input: 'x\n3\n\nNA\n4\n'
    })
    assert.equal(one.code, 0, one.errors)
    assert.match(one.output, /^2 reports of/)
    assert.equal(one.errors, '2 values missing: estimates describe those who answered.\n')
    const plain = await run(['estimate', '--mechanism', 'm.json', '--no-header', '--column', '2', '--json'], { folder, input: 'a;3\nb;4\nc;5\n' }) // biome-ignore format: one call
    assert.equal(JSON.parse(plain.output).reports, 3)
    const map = await run(['estimate', '--mechanism', 'map.json', '--json'], { folder, input: 'id,stars\n1,3\n' })
    assert.equal(JSON.parse(map.output).reports, 1)
    const table = 'id,stars\n1,3\n2,11\n'
    const failures = [
      [['m.json'], table, 2, "column is required, since the file has several: 'id', 'stars'"],
      [['maps.json'], table, 2, "column must be one that 'maps.json' has a mechanism for (stars, other), got none"],
      [['map.json', '--column', 'id'], table, 2, "column must be one that 'map.json' has a mechanism for (stars), got 'id'"],
      [['map.json'], table, 1, 'standard input, line 3, column 2 (stars): must be a value that the mechanism can release, from 0 to 10, got a number outside'],
      [['m.json', '--column', 'stars'], 'stars\n\n', 1, 'standard input: must have at least one report, and it has none'],
      [['m.json', '--column', 'stars'], 'stars\nx\n', 1, "standard input, line 2, column 1 (stars): must be a number, got text that is none; if that stands for a missing value, name it with --missing"]
    ] // biome-ignore format: a table
    for (const [words, input, code, message] of failures) {
      const { code: got, output, errors } = await run(['estimate', '--mechanism', ...words], { folder, input })
      assert.equal(errors, `inbounds: ${message}\n`)
      assert.equal(got, code)
      assert.equal(output, '')
    }
    folder.write('count.json', JSON.stringify(new ReflectedLaplace({ lower: 0, upper: Infinity, sensitivity: 1, granularity: 1, epsilon: 1 }))) // biome-ignore format: one call
    const open = ['estimate', '--mechanism', 'count.json', '--json']
    const ranged = await run([...open, '--range', '0..20'], { folder, input: 'x\n3\n4\n' })
    assert.equal(JSON.parse(ranged.output).reports, 2)
    const without = await run(open.slice(0, -1), { folder, input: 'x\n3\n4\n' })
    assert.equal(without.code, 2)
    assert.match(without.errors, /^inbounds: range /)
  }))
