// The command line on files that are larger than what people have: how fast, beside a script that people write by hand, and
// in how much memory. Whole processes are measured, from their start to their end.

import { spawn } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './measure.mjs'
import { formatSeconds } from './rows.mjs'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const byHand = fileURLToPath(new URL('hand-written-csv.mjs', import.meta.url))
const RUNS = 5
const MIN_WIDE = 50
const MIN_NARROW = 20
const MAX_MEMORY = 200

export const inReadme = {
  speed: 'command line: a CSV file of one column of doubles, beside a hand-written script',
  memory: 'command line: peak memory with a file of 1 GB, beside that file'
}

export async function rows() {
  const folder = mkdtempSync(join(tmpdir(), 'inbounds-bench-'))
  try {
    const wide = fileOf(join(folder, 'wide.csv'), WIDE_HEADER, wideRow, 200e6)
    const narrow = fileOf(join(folder, 'narrow.csv'), 'value\n', narrowRow, 100e6)
    const large = fileOf(join(folder, 'large.csv'), WIDE_HEADER, wideRow, 1e9)
    const out = join(folder, 'out.csv')
    const ages = ['--column', 'age', '--granularity', '1']
    const [wideSpeed] = await speedsOf(wide, [commandOf(wide, ages, out)])
    const [ours, theirs] = await speedsOf(narrow, [
      commandOf(narrow, ['--column', 'value'], out),
      [byHand, narrow, out]
    ])
    const { seconds, peak } = await measure(commandOf(large, ages, out))
    return [
      speed('8 quoted columns, noise on one of whole numbers', wideSpeed, MIN_WIDE),
      { what: 'hand-written script, 1 column of doubles', value: perSecond(theirs), speedup: 1 },
      { ...speed(inReadme.speed, ours, MIN_NARROW), speedup: ours / theirs },
      { what: '1 GB of the first', value: formatSeconds(seconds) },
      {
        what: inReadme.memory,
        value: `${peak.toFixed(0)} MB`,
        ratio: peak / (statSync(large).size / 1e6),
        bar: `under ${MAX_MEMORY} MB`,
        pass: peak < MAX_MEMORY
      }
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const perSecond = (value) => `${value.toFixed(1)} MB/s`

function speed(what, value, min) {
  return { what, value: perSecond(value), bar: `at least ${min} MB/s`, pass: value >= min }
}

/** Megabytes of the file in a second, for each command; they take turns. */
async function speedsOf(file, commands) {
  const times = commands.map(() => [])
  for (let round = 0; round < RUNS; ++round) {
    for (const [at, command] of commands.entries()) times[at].push((await measure(command)).seconds)
  }
  return times.map((list) => statSync(file).size / 1e6 / median(list))
}

function commandOf(file, words, out) {
  const options = ['--lower', '0', '--upper', '120', '--epsilon', '1', '--output', out, '--force', '--quiet']
  return [cli, 'privatise', file, ...words, ...options]
}

/** @param {string[]} command for Node */
function measure(command) {
  const started = performance.now()
  const child = spawn(process.execPath, command, { stdio: 'inherit' })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid))
  }, 100)
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      clearInterval(watch)
      if (code === 0) resolve({ seconds: (performance.now() - started) / 1000, peak })
      else reject(new Error(`${command[0]} ended with ${code}`))
    })
  })
}

/** The most memory that a process has used, in megabytes. */
function peakOf(pid) {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0 // it has ended
  }
}

const WIDE_HEADER = '"id","name","email","town","age","date","comment","code"\n'
const NAMES = ['Lee, Kim', 'Ada', 'Grace', 'Bo ""Bo"" M\u00f8ller']

function wideRow(row) {
  const [name, age, day] = [NAMES[row % 4], 18 + (row % 97), 10 + (row % 20)]
  return `"${100000 + row}","${name}","person${row}@example.org","Town on River ${row % 97}","${age}","2024-01-${day}T10:00:00Z","was asked twice, has answered once","AB-${row % 1000}-XYZ-${row}"\n`
}

function narrowRow(row) {
  return `${(120 * ((row * 0.6180339887498949) % 1)).toString()}\n`
}

/** A file of so many bytes: a part with some thousand different rows, again and again. */
function fileOf(path, header, rowOf, bytes) {
  let text = ''
  for (let row = 0; text.length < 8e6; ++row) text += rowOf(row)
  const part = Buffer.from(text)
  const file = openSync(path, 'w')
  writeSync(file, header)
  for (let written = 0; written < bytes; written += part.length) writeSync(file, part)
  fsyncSync(file) // otherwise the disk is busy with it while others are timed
  closeSync(file)
  return path
}
