// The programs of the documentation that are made of several files, for Node: run as a reader would run them. Which files
// took part is written down, so that none is left out.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { load } from 'inbounds/collector'
import { assemble, noting, unused } from '../samples/assemble.mjs'
import { programs, root } from '../samples/fences.mjs'

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

  // A database in place of its command line, which is not installed here.
  'web/docs/collecting.md sql/': async (t, folder, node) => {
    const { ReflectedLaplace, Tally, estimate } = await load()
    const age = new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 })
    const reports = age.privatiseAll(Array.from({ length: 20_000 }, (_, person) => 18 + (person % 50)))
    const expected = JSON.parse(JSON.stringify(estimate({ tally: new Tally(age).add(reports) })))
    await writeFile(join(folder, 'age.json'), JSON.stringify(age))
    await mkdir(join(folder, 'node_modules'))
    await symlink(join(root, 'tests/platforms/node_modules/@duckdb'), join(folder, 'node_modules/@duckdb'))
    const file = join(folder, 'survey.db')
    const ask = await database(file, reports)

    await t.test('the queries of a database give the statistics of its reports', async () => {
      assert.deepEqual(JSON.parse((await node('duckdb.js', file)).stdout), expected)
    })
    await t.test('rows as JSON give the same, with whole numbers as numbers or as texts', async () => {
      const { stdout: query } = await node('query.js', 'ansi', 'main', 'reports')
      const rows = await ask(query)
      for (const kind of [Number, String]) {
        const written = rows.map(({ bin, reports }) => ({ bin: kind(bin), reports: kind(reports) }))
        await writeFile(join(folder, 'rows.json'), JSON.stringify(written))
        assert.deepEqual(JSON.parse((await node('statistics.js')).stdout), expected)
      }
    })
    await t.test('the dialects differ in how they quote names', async () => {
      const { stdout: ansi } = await node('query.js', 'ansi', 'a', 'reports')
      for (const dialect of ['spark', 'bigquery']) {
        const { stdout } = await node('query.js', dialect, 'a', 'reports')
        assert.equal(stdout, ansi.replaceAll('"', '`'))
        assert.ok(stdout.includes('FROM `a`.`reports`'), stdout)
      }
    })
  },

  // With its page, in tests/browser/collect.test.mjs.
  'web/docs/recipes/server.md': async (t, folder) => {
    const { address, ended } = await collector(t, folder)
    const post = (body, to = address) => fetch(`${to}/reports`, { method: 'POST', body })
    const get = async (path, from = address) => (await fetch(`${from}${path}`)).json()
    assert.deepEqual(await get('/statistics'), { reports: 0 })
    assert.equal((await get('/mechanism')).epsilon, 2)

    await t.test('what is no report is refused with a sentence, and not counted', async () => {
      for (const report of [-1, 31, 1e300]) {
        const response = await post(`{"report":${report}}`)
        const { problem } = await response.json()
        const rule = 'reports[0] must be a value that the mechanism can release, from 0 to 30'
        assert.deepEqual([response.status, problem], [400, `${rule}, got ${report}`])
      }
      for (const report of ['"3"', 'null', '[3]', '[3,3]', '{"a":1}', '{"length":9}']) {
        const response = await post(`{"report":${report}}`)
        assert.deepEqual([response.status, await response.json()], [400, { problem: 'a report is one number' }], report)
      }
      for (const body of ['', '{', 'null', '[]', `{"report":3,"more":"${'x'.repeat(2000)}"}`]) {
        assert.equal((await post(body)).status, 400, body)
      }
      assert.deepEqual(await get('/statistics'), { reports: 0 })
    })
    await t.test('it gives away the files of the page, and no others', async () => {
      await mkdir(join(folder, 'page'))
      await writeFile(join(folder, 'page/index.html'), 'the page')
      assert.equal(await (await fetch(`${address}/`)).text(), 'the page')
      for (const path of [
        '/elsewhere',
        '/gone.js',
        '/..%2fcollector.js',
        '/%2e%2e/collector.js',
        '//../collector.js'
      ]) {
        assert.equal((await fetch(`${address}${path}`)).status, 404, path)
      }
      assert.equal((await fetch(`${address}/index.html`, { method: 'DELETE' })).status, 404)
    })
    await t.test('it estimates what it never saw, and remembers the reports when it is started again', async (t) => {
      const { ReflectedLaplace, estimate } = await load()
      const mechanism = ReflectedLaplace.fromJSON(await get('/mechanism'))
      const reports = mechanism.privatiseAll(Array.from({ length: 1000 }, (_, person) => person % 11))
      for (const report of reports) assert.equal((await post(JSON.stringify({ report }))).status, 200)
      const found = await get('/statistics')
      assert.deepEqual(found, JSON.parse(JSON.stringify(estimate({ reports, mechanism }, { bins: 3 }))))
      // Three lengths of an interval that covers 95 %: by chance less than once in a million runs.
      assert.ok(Math.abs(found.mean.value - 5) < 3 * (found.mean.high - found.mean.low), JSON.stringify(found.mean))
      assert.deepEqual(found.warnings, [])
      await ended()
      const again = await collector(t, folder)
      assert.deepEqual(await get('/statistics', again.address), found)
      await again.ended()
    })
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

/** A table of reports in a file; gives the rows of queries. */
async function database(file, reports) {
  const { DuckDBInstance } = createRequire(join(root, 'tests/platforms/package.json'))('@duckdb/node-api')
  const during = async (work) => {
    const instance = await DuckDBInstance.create(file)
    const connection = await instance.connect()
    try {
      return await work(connection)
    } finally {
      connection.closeSync()
      instance.closeSync()
    }
  }
  const values = Array.from(reports, (report) => `(${report})`)
  await during((connection) => connection.run(`CREATE TABLE reports AS SELECT * FROM (VALUES ${values}) AS list(age)`))
  return (query) => during(async (connection) => (await connection.runAndReadAll(query)).getRowObjectsJS())
}

/** Starts the collector. */
async function collector(t, folder) {
  const child = spawn(process.execPath, ['collector.js'], { cwd: folder, env: { ...noting(folder), PORT: '0' } })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const ended = async () => {
    child.kill('SIGTERM')
    await exit
  }
  t.after(ended)
  const [line] = await child.stdout.setEncoding('utf8').take(1).toArray()
  return { address: line.trim(), ended }
}
