// The programs of the documentation that are made of several files, for Node: run as a reader would run them. Which files
// took part is written down, so that none is left out.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { assemble, noting, unused } from '../samples/assemble.mjs'
import { programs } from '../samples/fences.mjs'

const execute = promisify(execFile)

/** How each program is used, and what must come of it. */
const uses = {
  'web/docs/recipes/batch-job.md': async (t, folder, node) => {
    const source = await readFile(join(folder, 'people.csv'), 'utf8')
    const { stdout } = await node('privatise-column.js', 'people.csv', 'age', 'private.csv')
    assert.match(stdout, /^private\.csv is written\. Releases a whole number from 0 to 120.*\(epsilon = 1\)\.\n$/)
    const made = await readFile(join(folder, 'private.csv'), 'utf8')
    assert.match(made, /^name,age,town\n"Lee, Kim",\d+,Bern\nAda,\d+,Lyon\nGrace,\d+,Oslo\n$/)
    assert.ok(made.match(/(?<=,)\d+(?=,)/g).every((age) => Number(age) <= 120))
    const mechanism = JSON.parse(await readFile(join(folder, 'private.csv.json'), 'utf8'))
    assert.deepEqual([mechanism.mechanism, mechanism.upper, mechanism.epsilon], ['ReflectedLaplace', 120, 1])

    await t.test('a second run is refused, and the first file stays', async () => {
      const again = await fails(node('privatise-column.js', 'people.csv', 'age', 'private.csv'))
      assert.equal(again, 'private.csv is there already; a second run would be a second release\n')
      assert.equal(await readFile(join(folder, 'private.csv'), 'utf8'), made)
    })
    await t.test('what is wrong is said with its line, and no file is left', async () => {
      const wrong = async (text, column = 'age') => {
        await writeFile(join(folder, 'wrong.csv'), text)
        return fails(node('privatise-column.js', 'wrong.csv', column, 'other.csv'))
      }
      assert.equal(await wrong(source.replace('52', 'n/a')), "line 3: age must be a number, got 'n/a'\n")
      assert.equal(await wrong(source.replace('18', ' ')), "line 4: age must be a number, got ' '\n")
      assert.equal(await wrong('name,age\nAda'), "line 2: age must be a number, got ''\n")
      assert.equal(await wrong(source, 'salary'), "line 1: there is no column 'salary' among name | age | town\n")
      assert.equal(await wrong('age,age\n1,2'), "line 1: there are two columns 'age'\n")
      assert.match(await fails(node('privatise-column.js', 'nothing.csv', 'age', 'other.csv')), /^ENOENT/)
      assert.match(await fails(node('privatise-column.js', 'people.csv')), /^usage: node /)
      assert.ok(!(await readdir(folder)).some((name) => name.startsWith('other')))
    })
    await t.test('a larger file comes out whole, each age with noise of its own', async () => {
      const rows = Array.from({ length: 20_000 }, (_, at) => `"person ""${at}"", by name",37,Rome`)
      await writeFile(join(folder, 'large.csv'), `name,age,town\r\n${rows.join('\r\n')}\r\n`)
      await node('privatise-column.js', 'large.csv', 'age', 'large-private.csv')
      const lines = (await readFile(join(folder, 'large-private.csv'), 'utf8')).trimEnd().split('\n').slice(1)
      assert.equal(lines.length, rows.length)
      const ages = lines.map((line, at) => {
        assert.ok(line.startsWith(rows[at].slice(0, -7)) && line.endsWith(',Rome'), line)
        return Number(line.split(',').at(-2))
      })
      assert.equal(new Set(ages).size, 121, 'every age comes out') // the chance that one does not is below 1e-40
    })
  },

  'web/docs/recipes/worker.md node/': async (_, __, node) => {
    await node('main.js')
  },

  'web/docs/recipes/server.md': async (t, folder, node) => {
    const { address, ended } = await collector(t, folder)
    const post = (body) => fetch(`${address}/reports`, { method: 'POST', body })
    const get = async (path) => (await fetch(`${address}${path}`)).json()
    assert.deepEqual(await get('/mean'), { reports: 0 })
    assert.equal((await get('/mechanism')).epsilon, 2)

    await t.test('what the mechanism cannot release is refused, and not counted', async () => {
      for (const report of [-1, 31, 1.5, 1e300, '"3"', 'null', '[3]', '{"a":1}']) {
        const response = await post(`{"report":${report}}`)
        const { problem } = await response.json()
        assert.deepEqual([response.status, problem], [400, 'a report is a whole number from 0 to 30'], report)
      }
      for (const body of ['', '{', 'null', '[]', `{"report":3,"more":"${'x'.repeat(2000)}"}`]) {
        assert.equal((await post(body)).status, 400, body)
      }
      assert.equal((await fetch(`${address}/elsewhere`)).status, 404)
      assert.deepEqual(await get('/mean'), { reports: 0 })
    })
    await t.test('a client that is asked for more than was agreed sends nothing', async (t) => {
      for (const greed of [
        'epsilon: 20',
        'epsilon: 2, sensitivity: 1',
        'epsilon: 2, delta: 0.1',
        "epsilon: 2, outside: 'error'"
      ]) {
        const { address: greedy, ended } = await collector(t, folder, 'epsilon: 2', greed)
        assert.match(await fails(node('client.js', greedy, '5')), /this is less private than agreed: Releases/, greed)
        assert.deepEqual(await (await fetch(`${greedy}/mean`)).json(), { reports: 0 })
        await ended()
      }
    })
    await t.test('the mean of what it never saw is right, to its standard error', async () => {
      const { stdout } = await node('client.js', address, '1000')
      assert.match(stdout, /^1000 reports: -?[\d.]+ days on average, standard error \d\.\d\n$/)
      const { reports, mean, standardError } = await get('/mean')
      assert.equal(reports, 1000)
      // Six standard errors: by chance less than once in a million runs.
      assert.ok(Math.abs(mean - 5) < 6 * standardError, `mean ${mean}, standard error ${standardError}`)
    })
    await ended()
  }
}

for (const program of programs.filter(({ place }) => place === 'node')) {
  test(`${program.name} does what it says`, async (t) => {
    assert.ok(Object.hasOwn(uses, program.name), `nobody runs the files of ${program.name}: say how, in this test`)
    const folder = await assemble(t, program)
    const options = { cwd: folder, env: noting(folder), timeout: 60_000 }
    await uses[program.name](t, folder, (...args) => execute(process.execPath, args, options))
    assert.deepEqual(await unused(folder, program), [], 'files that did not run')
  })
}

test('every use is that of a program in the documents', () => {
  const names = programs.map(({ name }) => name)
  for (const name of Object.keys(uses)) assert.ok(names.includes(name), `${name} is not there any more`)
})

/** What a program that fails says. */
async function fails(running) {
  const { code, stderr } = await running.then(
    () => assert.fail('it did not fail'),
    (error) => error
  )
  assert.equal(code, 1)
  return stderr
}

/** Starts the collector, perhaps with a word of it replaced. */
async function collector(t, folder, word = '', other = '') {
  const code = await readFile(join(folder, 'collector.js'), 'utf8')
  assert.ok(code.includes(word), `the collector says '${word}'`)
  const file = word === '' ? 'collector.js' : 'other-collector.js'
  if (word !== '') await writeFile(join(folder, file), code.replace(word, other))
  const child = spawn(process.execPath, [file], { cwd: folder, env: { ...noting(folder), PORT: '0' } })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const ended = async () => {
    child.kill('SIGTERM')
    await exit
  }
  t.after(ended)
  const [line] = await child.stdout.setEncoding('utf8').take(1).toArray()
  return { address: line.trim(), ended }
}
