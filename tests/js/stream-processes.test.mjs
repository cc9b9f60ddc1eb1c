// What only processes of their own can show of workers: that they end, what memory they take, and what happens when one dies.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { threadPort } from '../../bindings/js/node-port.js'
import { inOrder } from '../../bindings/js/ordered-pool.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbounds-workers-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** What a program prints; it must end by itself. Typed in, or as a file with flags. */
async function outputOf(code, ...flags) {
  const program = `import { load } from 'inbounds'
const { ReflectedLaplace } = await load()
const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1 })
const truths = new Float64Array(10 * 2 ** 17).fill(37)
${code}`
  const file = join(folder, 'program.mjs')
  await writeFile(file, program.replaceAll("'inbounds'", JSON.stringify(pathToFileURL(join(root, 'dist/node.js')))))
  const args = flags.length > 0 ? [...flags, file] : ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 300_000 })
  return stdout.trim()
}

test('a process ends by itself when the values are there', async () => {
  assert.equal(await outputOf('console.log((await age.privatiseStream(truths, { workers: 2 })).length)'), '1310720')
})

test('a process ends by itself after an abort, and with chunks that nobody takes any more', async () => {
  const code = `
    const controller = new AbortController()
    const values = age.privatiseStream(truths, { workers: 2, signal: controller.signal })
    controller.abort()
    await values.catch((error) => console.log(error.name))
    const chunks = age.privatiseStream([truths, truths, truths, truths, truths].values(), { workers: 2 })
    await chunks.next()`
  assert.equal(await outputOf(code), 'AbortError')
})

test('chunks of any number take bounded memory', async () => {
  const code = `
    const chunk = new Float64Array(2 ** 17).fill(37)
    async function* chunks(count) { for (let at = 0; at < count; ++at) yield chunk }
    let values = 0
    for await (const { length } of age.privatiseStream(chunks(300), { workers: 2 })) values += length
    console.log(values, process.resourceUsage().maxRSS)`
  const [values, kilobytes] = (await outputOf(code)).split(' ').map(Number)
  assert.equal(values, 300 * 2 ** 17) // 315 MB of truths, and as much of private values
  assert.ok(kilobytes < 200_000, `${kilobytes} kB`)
})

test('random bits that fail in a worker are an EntropyError here, and no value is handed out', async () => {
  const broken = join(folder, 'broken.mjs')
  await writeFile(
    broken,
    `import { isMainThread } from 'node:worker_threads'
     let calls = 0
     const original = crypto.getRandomValues
     if (!isMainThread) crypto.getRandomValues = (array) => {
       if (++calls > 5) throw new Error('the pool is empty')
       return original.call(crypto, array)
     }`
  )
  const code = `
    import { EntropyError } from 'inbounds'
    await age.privatiseStream(truths, { workers: 2 }).catch((error) =>
      console.log(error instanceof EntropyError, error.message, error.cause.message))`
  assert.equal(
    await outputOf(code, '--import', pathToFileURL(broken).href),
    'true crypto.getRandomValues failed, so no value was drawn the pool is empty'
  )
})

/** Answers to numbers from threads that do as the code says. */
async function answersOf(numbers, code, threads) {
  const file = join(folder, `thread-${Math.random()}.mjs`)
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', (number) => { ${code} })`
  )
  const ports = Array.from({ length: threads }, () => threadPort(new Worker(pathToFileURL(file))))
  const answers = []
  async function* tasks() {
    for (const number of numbers) yield { message: number }
  }
  try {
    for await (const answer of inOrder(tasks(), ports)) answers.push(answer)
  } catch (error) {
    answers.push(error.message)
  }
  return answers
}

test('answers are in the order of the tasks, however long each takes', async () => {
  const slowFirst = 'setTimeout(() => parentPort.postMessage(number), number % 3 === 0 ? 30 : 0)'
  // One thread answers in the order of its questions, as the workers here do; so the slow ones are all of one.
  const numbers = Array.from({ length: 30 }, (_, at) => at)
  assert.deepEqual(await answersOf(numbers, slowFirst.replace('number %', '(number - number % 3) %'), 1), numbers)
  assert.deepEqual(
    await answersOf(numbers, "import('node:timers/promises').then(() => parentPort.postMessage(number))", 3),
    numbers
  )
})

test('a worker that ends, or fails, is heard after the answers before it', async () => {
  const numbers = [1, 2, 3, 4, 5]
  const answer = 'parentPort.postMessage(number)'
  assert.deepEqual(await answersOf(numbers, `if (number === 3) process.exit(9); ${answer}`, 1), [
    1,
    2,
    'a worker ended by itself, with exit code 9'
  ])
  assert.deepEqual(await answersOf(numbers, `if (number === 3) throw new Error('out of order'); ${answer}`, 1), [
    1,
    2,
    'out of order'
  ])
})
