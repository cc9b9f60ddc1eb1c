// The files of the package as they are, from a server that knows nothing of them, in two browsers and under policies that
// forbid whatever they can.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { newProject, works, writeApp, writePage } from './apps.mjs'
import { openSite } from './site.mjs'
import { browserNames, newVisitor } from './visitor.mjs'

const loading = await readFile(new URL('../../web/docs/loading.md', import.meta.url), 'utf8')
const file = (name) => `./node_modules/inbounds/dist/${name}.js`

/** Strict, but for what is named. */
function policy({ scripts = "'self' 'wasm-unsafe-eval'", connect = "'self'" } = {}) {
  return { 'content-security-policy': `default-src 'none'; script-src ${scripts}; connect-src ${connect}` }
}

for (const browser of browserNames) {
  describe(`in ${browser}, from static files`, () => {
    let visitor
    before(async () => {
      visitor = await newVisitor(browser)
    })
    after(() => visitor?.leave())

    /** What page and worker find in an app. */
    async function findIn(t, wishes, headers, head) {
      const project = await newProject(t)
      await writeApp(project, wishes)
      await writePage(project, head)
      return visitor.visit(await openSite(t, project, { headers }))
    }

    test('page and module worker import it by its path, under a strict policy', async (t) => {
      const found = await findIn(t, { entry: file('index') }, policy())
      assert.deepEqual(found, { page: works, worker: works })
    })

    test('it is imported by its name with the documented import map, whose hash is all that the policy needs', async (t) => {
      const [head, map] = /<script type="importmap">(.*)<\/script>/.exec(loading)
      const hash = createHash('sha256').update(map).digest('base64')
      const scripts = `'self' 'wasm-unsafe-eval' 'sha256-${hash}'`
      // Import maps are for pages: workers do not have them.
      const found = await findIn(t, { workerEntry: file('index') }, policy({ scripts }), head)
      assert.deepEqual(found, { page: works, worker: works })
    })

    test('inbounds/inline needs no connection', async (t) => {
      const found = await findIn(t, { entry: file('inline') }, policy({ connect: "'none'" }))
      assert.deepEqual(found, { page: works, worker: works })
    })

    for (const entry of ['index', 'inline']) {
      test(`a policy without 'wasm-unsafe-eval' makes ${entry}.js say that it is in the way`, async (t) => {
        const found = await findIn(t, { entry: file(entry) }, policy({ scripts: "'self'" }))
        for (const { problem } of [found.page, found.worker]) {
          assert.match(
            problem,
            /^LoadError: \S.* is not WebAssembly that this platform can run: .*(Content Security|CSP)/
          )
        }
      })
    }

    test('a policy that lets nothing be fetched makes it say which address it tried', async (t) => {
      const found = await findIn(t, { entry: file('index') }, policy({ connect: "'none'" }))
      for (const { problem } of [found.page, found.worker]) {
        assert.match(problem, /^LoadError: cannot load http:\/\/\S+\/dist\/inbounds\.wasm: ./)
      }
    })
  })
}
