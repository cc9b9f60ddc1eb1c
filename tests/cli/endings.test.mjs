// However it ends: a release is there whole or not at all, nothing else is left behind, and the exit code says what happened.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually, patience } from '../patience.mjs'
import { AGE, begin, cli, endOf, inFolder, rowsOf, run } from './command.mjs'

const AGES = ['--column', 'age', ...AGE]
const TABLE = 'name,age\nA,37\nB,52\n'
const RELEASE = /^name,age\nA,\d+\nB,\d+\n$/
const part = rowsOf((row) => `${row},${row % 100}\n`, 2_000_000)
const isRoot = process.getuid?.() === 0

/** A process that reads from a pipe that does not end, and has begun to write. */
async function midway(folder, words) {
  const child = begin(['privatise', ...AGES, ...words], {
    cwd: folder.path,
    env: { ...process.env, TMPDIR: folder.path }
  })
  const ended = endOf(child)
  child.stdin.on('error', () => {})
  child.stdin.write('id,age\n')
  for (let more = 0; more < 6; ++more) child.stdin.write(part)
  return { child, ended }
}

/** Waits until a good part of the release has been written. */
function isBegun(folder) {
  const isPart = (name) => name.startsWith('.out.csv.') && statSync(join(folder.path, name)).size > 1_000_000
  return eventually(() => assert.ok(folder.names.some(isPart), `only ${folder.names.join(', ')} was written`))
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129]
]) {
  test(`${signal} in the middle leaves nothing, and ends with ${code}`, () =>
    inFolder(async (folder) => {
      const { child, ended } = await midway(folder, ['--output', 'out.csv', '--save', 'm.json'])
      await isBegun(folder)
      child.kill(signal)
      const { code: got, output, errors } = await ended
      assert.equal(got, code)
      assert.equal(output + errors, '')
      assert.deepEqual(folder.names, [])
    }))
}

test('SIGTERM while what is to be printed waits leaves nothing, and nothing is printed', () =>
  inFolder(async (folder) => {
    const { child, ended } = await midway(folder, [])
    // Some 12 MB have noise by now or soon, more than is kept in memory: it is in a file that has no name any more.
    await eventually(() => {
      const [, written] = /^wchar: (\d+)$/m.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8'))
      assert.ok(written > 8_500_000, `only ${written} bytes were written`)
    })
    child.kill('SIGTERM')
    const { code, output } = await ended
    assert.equal(code, 143)
    assert.equal(output, '')
    assert.deepEqual(folder.names, [])
  }))

test('killed on the spot, there is no release: only what is called unfinished', () =>
  inFolder(async (folder) => {
    const { child, ended } = await midway(folder, ['--output', 'out.csv'])
    await isBegun(folder)
    child.kill('SIGKILL')
    assert.equal((await ended).signal, 'SIGKILL')
    assert.equal(folder.names.length, 1)
    assert.match(folder.names[0], /^\.out\.csv\.[0-9a-f]{12}\.unfinished$/)
    folder.write('data.csv', TABLE)
    const second = await run(['privatise', 'data.csv', ...AGES, '--output', 'out.csv'], { folder })
    assert.equal(second.code, 0, second.errors)
    assert.match(folder.read('out.csv'), RELEASE)
  }))

test('a reader that goes away ends it quietly, with 141', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', `id,age\n${part.repeat(3)}`)
    for (const words of [[], ['--stream']]) {
      const child = begin(['privatise', 'data.csv', ...AGES, ...words, '--quiet'], { cwd: folder.path })
      child.stdout.once('data', () => child.stdout.destroy())
      const errors = []
      child.stderr.on('data', (chunk) => errors.push(chunk))
      assert.equal(await new Promise((resolve) => child.on('exit', resolve)), 141)
      assert.equal(Buffer.concat(errors).toString(), '')
    }
    const line = `"${process.execPath}" "${cli}" privatise data.csv ${AGES.join(' ')} | head -1`
    assert.equal(execFileSync('sh', ['-c', line], { cwd: folder.path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }), 'id,age\n') // biome-ignore format: one call
  }))

test('a disk that is full is told in a sentence', async () => {
  for (const words of [[], ['--stream']]) {
    const full = openSync('/dev/full', 'w')
    const child = begin(['privatise', ...AGES, ...words], { stdio: ['pipe', full, 'pipe'] })
    closeSync(full)
    const ended = endOf(child)
    child.stdin.end(TABLE)
    const { code, errors } = await ended
    assert.equal(code, 1)
    assert.equal(errors, 'inbounds: cannot write to standard output: the disk is full\n')
  }
})

test('a file that is there is left alone, unless --force says otherwise', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', TABLE)
    folder.write('out.csv', 'precious')
    folder.write('m.json', 'precious')
    const words = ['privatise', 'data.csv', ...AGES]
    const first = await run([...words, '--output', 'out.csv'], { folder })
    assert.equal(first.code, 1)
    assert.equal(first.errors, "inbounds: output must be a new file, got 'out.csv', which is there already; a second release of the same people adds its epsilon. If it never left your hands, --force replaces it\n") // biome-ignore format: one text
    const second = await run([...words, '--output', 'other.csv', '--save', 'm.json'], { folder })
    assert.equal(second.code, 1)
    assert.match(second.errors, /^inbounds: save must be a new file, got 'm\.json', which is there already/)
    assert.deepEqual([folder.read('out.csv'), folder.read('m.json')], ['precious', 'precious'])
    assert.deepEqual(folder.names, ['data.csv', 'm.json', 'out.csv'])
    const forced = await run([...words, '--output', 'out.csv', '--save', 'm.json', '--force'], { folder })
    assert.equal(forced.code, 0, forced.errors)
    assert.match(folder.read('out.csv'), RELEASE)
    assert.equal(JSON.parse(folder.read('m.json')).epsilon, 1)
    assert.deepEqual(folder.names, ['data.csv', 'm.json', 'out.csv'])
  }))

test('an error does not cost the file that was to be replaced', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', `${TABLE}C,x\n`)
    folder.write('out.csv', 'precious')
    const { code } = await run(['privatise', 'data.csv', ...AGES, '--output', 'out.csv', '--force'], { folder })
    assert.equal(code, 1)
    assert.equal(folder.read('out.csv'), 'precious')
    assert.deepEqual(folder.names, ['data.csv', 'out.csv'])
  }))

test('a file may replace itself, but not by way of the shell', () =>
  inFolder(async (folder) => {
    const rows = rowsOf((row) => `${row},${row % 100}\n`, 1_000_000)
    folder.write('data.csv', `id,age\n${rows}`)
    const words = ['privatise', 'data.csv', ...AGES]
    const { code, errors } = await run([...words, '--output', 'data.csv', '--force'], { folder })
    assert.equal(code, 0, errors)
    assert.equal(folder.read('data.csv').split('\n').length, rows.split('\n').length + 1)
    const file = openSync(join(folder.path, 'data.csv'), 'a')
    const same = await endOf(begin(words, { cwd: folder.path, stdio: ['ignore', file, 'pipe'] }))
    closeSync(file)
    assert.equal(same.code, 1)
    assert.match(same.errors, /^inbounds: cannot read 'data\.csv': standard output goes to the same file/)
  }))

test('what is no file is not replaced, and the file behind a link is', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', TABLE)
    folder.write('real.csv', 'precious')
    mkdirSync(join(folder.path, 'folder'))
    symlinkSync('real.csv', join(folder.path, 'link.csv'))
    symlinkSync('nowhere.csv', join(folder.path, 'broken.csv'))
    const words = ['privatise', 'data.csv', ...AGES, '--output']
    for (const path of ['/dev/null', 'folder']) {
      const { code, errors } = await run([...words, path, '--force'], { folder })
      assert.equal(code, 1)
      assert.equal(errors, `inbounds: output must be a file, got '${path}', which is something else\n`)
    }
    assert.equal((await run([...words, 'broken.csv'], { folder })).code, 1)
    const { code, errors } = await run([...words, 'link.csv', '--force'], { folder })
    assert.equal(code, 0, errors)
    assert.match(folder.read('real.csv'), RELEASE)
    assert.deepEqual(folder.names, ['broken.csv', 'data.csv', 'folder', 'link.csv', 'real.csv'])
  }))

test('a release has the permissions of any other new file', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', TABLE)
    const line = `umask 027; exec "${process.execPath}" "${cli}" privatise data.csv ${AGES.join(' ')} --output out.csv`
    assert.equal((await endOf(spawn('sh', ['-c', line], { cwd: folder.path }))).code, 0)
    assert.equal(statSync(join(folder.path, 'out.csv')).mode & 0o777, 0o640)
  }))

test('a folder that is read-only or not there, and files that cannot be read, are told in a sentence', () =>
  inFolder(async (folder) => {
    folder.write('data.csv', TABLE)
    folder.write('secret.csv', TABLE)
    mkdirSync(join(folder.path, 'closed'))
    chmodSync(join(folder.path, 'closed'), 0o555)
    chmodSync(join(folder.path, 'secret.csv'), 0o000)
    chmodSync(folder.path, 0o755)
    // Nothing is forbidden to root, so that somebody else tries.
    const nobody = isRoot ? { uid: 65534, gid: 65534 } : {}
    const tried = [
      [['data.csv', '--output', 'closed/out.csv'], "cannot write 'closed/out.csv': that is not permitted"],
      [['data.csv', '--output', 'nowhere/out.csv'], "cannot write 'nowhere/out.csv': there is no such file or folder"],
      [['data.csv', '--output', 'data.csv/out.csv'], "cannot write 'data.csv/out.csv': a part of that path is a file, not a folder"], // biome-ignore format: a table
      [['secret.csv'], "cannot read 'secret.csv': that is not permitted"],
      [['nowhere.csv'], "cannot read 'nowhere.csv': there is no such file or folder"],
      [['closed'], "cannot read 'closed': that is a folder, not a file"]
    ]
    for (const [words, message] of tried) {
      const child = begin(['privatise', ...words, ...AGES], {
        cwd: folder.path,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...nobody
      })
      const { code, output, errors } = await endOf(child)
      assert.equal(errors, `inbounds: ${message}\n`)
      assert.equal(code, 1)
      assert.equal(output, '')
    }
  }))

test('standard input is read without a file, and by the name of -', async () => {
  for (const words of [[], ['-']]) {
    const { code, output } = await run(['privatise', ...words, ...AGES], { input: TABLE })
    assert.equal(code, 0)
    assert.match(output, RELEASE)
  }
})

test('with --stream rows come as they are read, and stay after an error', async () => {
  const child = begin(['privatise', ...AGES, '--stream', '--quiet'])
  const ended = endOf(child)
  child.stdin.write(`id,age\n${part}`)
  await once(child.stdout, 'data', { signal: AbortSignal.timeout(patience) }) // before the input has ended
  child.stdin.end('1,x\n')
  const { code, output, errors } = await ended
  assert.equal(code, 1)
  assert.match(errors, /^inbounds: standard input, line \d+, column 2 \(age\): must be a number, got text that is none/)
  assert.match(output, /^id,age\n0,\d+\n1,\d+\n/)
})

test(
  'progress is drawn at a terminal, cleared at the end, and nowhere else',
  { skip: process.platform !== 'linux' },
  () =>
    inFolder(async (folder) => {
      folder.write('data.csv', `id,age\n${part}`)
      const line = `"${process.execPath}" "${cli}" privatise data.csv ${AGES.join(' ')} --output out.csv`
      const atTerminal = (more) =>
        endOf(
          spawn('script', ['-qec', `${line} ${more}`, '/dev/null'], {
            cwd: folder.path,
            stdio: ['ignore', 'pipe', 'pipe']
          })
        )
      const { code, output } = await atTerminal('')
      assert.equal(code, 0, output)
      assert.match(output.split('\r\x1b[K')[1], /^\[#*\.*\] \d+ % {2}\d+ MB {2}[\d,]+ rows\/s$/)
      const afterwards = output.slice(output.lastIndexOf('\r\x1b[K') + 4)
      assert.match(afterwards, /^[\d,]+ rows with noise on age\./)
      assert.doesNotMatch((await atTerminal('--force --quiet')).output, /%|rows/)
      const piped = await run(['privatise', 'data.csv', ...AGES], { folder })
      assert.ok(!piped.errors.includes('\x1b') && !piped.errors.includes('%'), piped.errors)
    })
)
