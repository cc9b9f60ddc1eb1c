// The visitor itself: what it makes of pages that ask somebody else on this machine, and of pages that die.

import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newProject, writeApp, writePage } from './apps.mjs'
import { browsers } from './browsers.mjs'
import { openSite } from './site.mjs'
import { browserNames, newVisitor, visitorWith } from './visitor.mjs'

for (const browser of browserNames) {
  describe(`in ${browser}`, () => {
    let visitor
    before(async () => {
      visitor = await newVisitor(browser)
    })
    after(() => visitor?.leave())

    for (const name of ['localhost', '127.0.0.1']) {
      test(`a page that asks another server at ${name} fails`, async (t) => {
        const project = await newProject(t)
        const requests = []
        const answer = (path) => void requests.push(path)
        const stranger = new URL(
          await openSite(t, project, { headers: { 'access-control-allow-origin': '*' }, answer })
        )
        stranger.hostname = name
        await writeApp(project)
        await writeFile(
          join(project, 'main.js'),
          `import { report } from './report.js'
           report({ page: fetch('${stranger}').then(() => 'answered', () => 'refused') })`
        )
        await writePage(project)
        await assert.rejects(visitor.visit(await openSite(t, project)), /has asked somebody else for/)
        // Chromium can only be told which names lead nowhere.
        if (browser === 'Firefox' || name === 'localhost') assert.deepEqual(requests, [])
      })
    }
  })
}

test('that a page has crashed is known at once', async (t) => {
  const browser = await browsers.Chromium()
  t.after(() => browser.leave())
  const { ended, complaints } = await browser.open('chrome://crash', [])
  await ended
  assert.match(complaints(), /The page has crashed\./)
})

test('whoever has ended is not waited for, and what went wrong is told, also if nothing can be closed', async () => {
  const opened = {
    complaints: () => 'It was shot.',
    foreign: async () => [],
    ended: Promise.resolve(),
    close: () => Promise.reject(new Error('there is nothing to close'))
  }
  const visitor = visitorWith('A browser', { open: async () => opened, leave: async () => {} })
  await assert.rejects(visitor.visit('http://127.0.0.1/'), /^Error: A browser reported nothing .*It was shot\.$/)
})
