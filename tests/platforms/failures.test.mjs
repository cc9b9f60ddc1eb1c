// What a page is told when the WebAssembly does not arrive as it should, and that it may try again.

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sharedCustomer } from '../package/customer.mjs'
import { newProject, works, writeApp, writePage } from './apps.mjs'
import { openSite } from './site.mjs'
import { browserNames, newVisitor } from './visitor.mjs'

let wasm
before(async () => {
  wasm = await readFile(join(await sharedCustomer(), 'node_modules/inbounds/dist/inbounds.wasm'))
})

/** Where there is no server, which a page asks nevertheless. */
const NOBODY = '127.0.0.1:1'

const { version } = works
const oldVersion = '0'.repeat(version.length)

/** The same module, if it were of an earlier version: a cache may have kept it. */
function older(module) {
  const written = `"version":"${version}"`
  const at = module.indexOf(written)
  assert.ok(at > 0, `the module says nowhere that it is ${version}`)
  const edited = Buffer.from(module)
  edited.write(written.replace(version, oldVersion), at)
  return edited
}

for (const browser of browserNames) {
  describe(`in ${browser}, when the WebAssembly does not arrive as it should`, () => {
    let visitor
    before(async () => {
      visitor = await newVisitor(browser)
    })
    after(() => visitor?.leave())

    /** What a script finds on a page whose server has these answers. */
    async function findingsOf(t, script, answer) {
      const project = await newProject(t)
      await writeApp(project)
      await writeFile(
        join(project, 'main.js'),
        `import { load, LoadError } from './node_modules/inbounds/dist/index.js'
         import { check } from './check.js'
         import { report } from './report.js'
         const failureOf = (loading) => loading.then(() => 'none', (error) => [error instanceof LoadError, error.message])
         ${script}`
      )
      await writePage(project)
      const address = await openSite(t, project, { answer })
      return { address, found: await visitor.visit(address, { elsewhere: [NOBODY] }) }
    }

    test('each failure is a LoadError that says what was tried', async (t) => {
      const answers = {
        '/page.wasm': { type: 'text/html', body: '<!doctype html><title>Not found</title>' },
        '/older.wasm': { type: 'application/wasm', body: older(wasm) },
        '/half.wasm': { type: 'application/wasm', body: wasm.subarray(0, wasm.length / 2) }
      }
      const { address, found } = await findingsOf(
        t,
        `report({
          missing: failureOf(load({ wasm: '/missing.wasm' })),
          page: failureOf(load({ wasm: new URL('/page.wasm', location.href) })),
          older: failureOf(load({ wasm: fetch('/older.wasm') })),
          half: failureOf(load({ wasm: '/half.wasm' })),
          nowhere: failureOf(load({ wasm: 'http://${NOBODY}/x.wasm' }))
        })`,
        (path) => answers[path]
      )
      assert.deepEqual(found.missing, [true, 'cannot load /missing.wasm: HTTP 404'])
      assert.deepEqual(found.page, [
        true,
        `${address}page.wasm is not WebAssembly (a server's "not found" page, perhaps?)`
      ])
      assert.deepEqual(found.older, [
        true,
        `the WebAssembly module is not this version of inbounds (${version}): it is ${oldVersion} (an old file in a cache, perhaps?)`
      ])
      assert.equal(found.half[0], true)
      assert.match(found.half[1], /^\/half\.wasm is not WebAssembly that this platform can run: ./)
      assert.equal(found.nowhere[0], true)
      assert.match(found.nowhere[1], /^cannot load http:\/\/127\.0\.0\.1:1\/x\.wasm: ./)
    })

    test('a server that does not know the type of the file is good enough', async (t) => {
      const untyped = { type: 'application/octet-stream', body: wasm }
      const { found } = await findingsOf(t, 'report({ page: check(load()) })', (path) =>
        path.endsWith('/inbounds.wasm') ? untyped : undefined
      )
      assert.deepEqual(found, { page: works })
    })

    test('after a failure, load() tries again; all who wait share one attempt and one instance', async (t) => {
      let requests = 0
      const { address, found } = await findingsOf(
        t,
        `const [first, second] = [load(), load()]
         const failures = [await failureOf(first), await failureOf(second)]
         const [one, other] = [load(), load()]
         report({ failures, page: check(one), shared: (await one) === (await other) && (await load()) === (await one) })`,
        (path) => (path.endsWith('/inbounds.wasm') && ++requests === 1 ? { status: 404 } : undefined)
      )
      const advice =
        "if inbounds.wasm is not beside the JavaScript, import 'inbounds/inline' or call load({ wasm: address })"
      const missing = [true, `cannot load ${address}node_modules/inbounds/dist/inbounds.wasm: HTTP 404; ${advice}`]
      assert.deepEqual(found, { failures: [missing, missing], page: works, shared: true })
      assert.equal(requests, 2)
    })
  })
}
