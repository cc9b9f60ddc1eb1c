// Programs that are run for somebody: where their output goes, and that they do not stay.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { run } from '../../tools/run.mjs'
import { eventually } from '../patience.mjs'

const folder = mkdtempSync(join(tmpdir(), 'inbounds-run-'))
after(() => rmSync(folder, { recursive: true }))
const node = (code, options) => run(process.execPath, ['-e', code], options)

test('with a log, all output is in that file, also of a program that fails', async () => {
  const log = join(folder, 'some/where.log')
  await node('console.log("one"); console.error("two")', { log })
  assert.equal(readFileSync(log, 'utf8'), 'one\ntwo\n')
  await assert.rejects(node('console.log("three"); process.exit(7)', { log }), /ended with exit code 7$/)
  assert.equal(readFileSync(log, 'utf8'), 'three\n')
})

test('quiet output is returned', async () => {
  assert.equal(await node('console.log("one")', { quiet: true }), 'one\n')
})

test('a program that is late is ended with all that it has started', async () => {
  const log = join(folder, 'late.log')
  const child =
    'process.on("SIGTERM", () => { console.log("told"); process.exit() }); console.log(process.pid); setInterval(() => {}, 1000)'
  const parent = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}], { stdio: "inherit" }); setInterval(() => {}, 1000)`
  let pid = ''
  // On a busy machine, it may be late before it has begun.
  for (let timeLimit = 1500; pid === ''; timeLimit *= 2) {
    await assert.rejects(node(parent, { log, timeLimit }), /was not finished after [\d.]+ minutes$/)
    pid = readFileSync(log, 'utf8').split('\n')[0]
  }
  // What it has started is told at the same time, and may need longer.
  await eventually(() => assert.ok(!isThere(Number(pid)), `process ${pid}, which it has started, is still there`))
  assert.equal(readFileSync(log, 'utf8'), `${pid}\ntold\n`)
})

test('a program that is late has failed, even if it says that all is well once it is told to end', async () => {
  const log = join(folder, 'polite.log')
  const polite =
    'process.on("SIGTERM", () => { console.log("told"); process.exit(0) }); console.log("ready"); setInterval(() => {}, 1000)'
  const readLog = () => readFileSync(log, 'utf8')
  // On a busy machine, it may be late before it listens.
  for (let timeLimit = 500; timeLimit === 500 || !readLog().includes('told'); timeLimit *= 2) {
    await assert.rejects(node(polite, { log, timeLimit }), /was not finished after [\d.]+ minutes$/)
  }
  assert.equal(readLog(), 'ready\ntold\n')
})

test('after Ctrl-C nothing more is started, and the end comes with the last of what runs, deaf or not', async () => {
  // One ends when it is told; the other has to be killed, so that there is time enough to start a third one.
  const until = (listens) => `${listens}; console.log("started"); setInterval(() => {}, 1000)`
  const codes = [until(''), until('process.on("SIGINT", () => {})'), 'console.log("started")']
  const url = (file) => JSON.stringify(new URL(`../../tools/${file}`, import.meta.url).href)
  const program = `import { run } from ${url('run.mjs')}
    import { runJobs } from ${url('test/pool.mjs')}
    const job = (code, at) => ({ id: String(at), needs: [], run: () => run(process.execPath, ['-e', code]) })
    await runJobs(${JSON.stringify(codes)}.map(job), 2, ({ id }) => console.log('end of ' + id))`
  const pool = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = []
  for await (const line of createInterface({ input: pool.stdout })) {
    if (lines.push(line) === 2) pool.kill('SIGINT')
  }
  const [code] = pool.exitCode === null ? await once(pool, 'exit') : [pool.exitCode]
  assert.equal(code, 130)
  assert.deepEqual(lines, ['started', 'started'])
})

function isThere(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
