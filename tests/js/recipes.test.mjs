// not quick: a program of the documentation needs the database in tests/platforms
//
// The programs of the documentation that are made of several files, for Node: run as a reader would run them. Which files
// took part is written down, so that none is left out.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
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
    // It stores what it gets in the folder where it was started: each test has one of its own.
    const newStore = () => mkdtemp(join(folder, 'store-'))
    const post = (address, body) => fetch(`${address}/reports`, { method: 'POST', body })
    const get = async (address, path) => (await fetch(`${address}${path}`)).json()

    await t.test('what is no report is refused with a sentence, and not counted', async (t) => {
      const { address } = await collector(t, folder, await newStore())
      assert.deepEqual(await get(address, '/statistics'), { reports: 0 })
      assert.equal((await get(address, '/mechanism')).epsilon, 2)
      for (const report of [-1, 31, 1e300]) {
        const response = await post(address, `{"report":${report}}`)
        const { problem } = await response.json()
        const rule = 'reports[0] must be a value that the mechanism can release, from 0 to 30'
        assert.deepEqual([response.status, problem], [400, `${rule}, got a number outside`])
      }
      for (const report of ['"3"', 'null', '[3]', '[3,3]', '{"a":1}', '{"length":9}']) {
        const response = await post(address, `{"report":${report}}`)
        assert.deepEqual([response.status, await response.json()], [400, { problem: 'a report is one number' }], report)
      }
      for (const body of ['', '{', 'null', '[]', `{"report":3,"more":"${'x'.repeat(2000)}"}`]) {
        assert.equal((await post(address, body)).status, 400, body)
      }
      assert.deepEqual(await get(address, '/statistics'), { reports: 0 })
    })
    await t.test('it gives away the files of the page, and no others', async (t) => {
      const { address } = await collector(t, folder, await newStore())
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
      const store = await newStore()
      const { address, ended } = await collector(t, folder, store)
      const mechanism = ReflectedLaplace.fromJSON(await get(address, '/mechanism'))
      const reports = mechanism.privatiseAll(Array.from({ length: 1000 }, (_, person) => person % 11))
      for (const report of reports) assert.equal((await post(address, JSON.stringify({ report }))).status, 200)
      const found = await get(address, '/statistics')
      assert.deepEqual(found, JSON.parse(JSON.stringify(estimate({ reports, mechanism }, { bins: 3 }))))
      // Three lengths of an interval that covers 95 %: by chance less than once in a million runs.
      assert.ok(Math.abs(found.mean.value - 5) < 3 * (found.mean.high - found.mean.low), JSON.stringify(found.mean))
      assert.deepEqual(found.warnings, [])
      await ended()
      const second = await collector(t, folder, store)
      assert.deepEqual(await get(second.address, '/statistics'), found)
    })
  }
}

for (const program of programs.filter(({ place }) => place === 'node')) {
  test(`${program.name} does what it says`, async (t) => {
    assert.ok(Object.hasOwn(uses, program.name), `nobody runs the files of ${program.name}: say how, in this test`)
    const folder = await assemble(t, program)
    const options = { cwd: folder, env: noting(folder), timeout: 300_000 }
    await uses[program.name](t, folder, (...args) => execute(process.execPath, args, options))
    assert.deepEqual(await unused(folder, program), [], 'files that did not run')
  })
}

test('every use is that of a program in the documents', () => {
  const names = programs.map(({ name }) => name)
  for (const name of Object.keys(uses)) assert.ok(names.includes(name), `${name} is not there any more`)
})

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

/** Starts the collector of a folder, which stores reports in another one. */
async function collector(t, folder, store) {
  const env = { ...noting(folder), PORT: '0' }
  const child = spawn(process.execPath, [join(folder, 'collector.js')], { cwd: store, env })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const end = async () => {
    child.kill('SIGTERM')
    await exit
  }
  t.after(end)
  const [line] = await child.stdout.setEncoding('utf8').take(1).toArray()
  return { address: line.trim(), ended: end }
}
