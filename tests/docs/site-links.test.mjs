import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { folderBetween } from '../../tools/site/addresses.mjs'
import { checkSite } from '../../tools/site/check-links.mjs'

const whole = {
  'index.html': '<a href="learn/">on</a> <a href="#here">down</a><p id="here"> <a href="https://example.org">out</a>',
  'learn/index.html':
    '<link rel="icon" href="data:,"><a href="../">back</a> <a href="../#epsilon=2&amp;lower=0">set</a>',
  'docs/page.html': '<script src="../assets/a.js"></script><a href="../index.html#here">there</a>',
  'assets/a.js': '',
  'assets/a.css': 'a { background: url("b.svg") }',
  'assets/b.svg': ''
}

/** Writes the files of a small site, and checks it. */
async function check(t, files) {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-links-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await checkSite(folder)
}

test('a site whose links all lead somewhere passes', async (t) => {
  await check(t, whole)
})

for (const [what, file, text, complaint] of [
  ['a page that is not there', 'index.html', '<a href="gone/">x</a>', 'index.html has gone/: there is no such file'],
  ['a folder without its slash', 'index.html', '<a href="learn">x</a>', 'there is no such file'],
  ['a script that is not there', 'docs/page.html', '<script type="module" src="a.js"></script>', 'no such file'],
  [
    'a place that is not there',
    'docs/page.html',
    '<a href="../#gone">x</a>',
    'docs/page.html has ../#gone: there is no such place'
  ],
  ['a place on the page itself', 'index.html', '<a href="#gone">x</a>', 'there is no such place'],
  ['the root of the server', 'index.html', '<a href="/learn/">x</a>', 'it starts at the root of the server'],
  ['more than the site', 'index.html', '<a href="../other/">x</a>', 'it leaves the site'],
  [
    'a script from elsewhere',
    'index.html',
    '<script src="https://example.org/a.js"></script>',
    'nothing is loaded from elsewhere'
  ],
  ['an image of a style that is not there', 'assets/a.css', 'a { background: url(gone.svg) }', 'there is no such file']
]) {
  test(`a link to ${what} fails the build with a sentence`, async (t) => {
    await assert.rejects(check(t, { ...whole, [file]: text }), (error) => {
      assert.ok(
        error.message.startsWith('links that lead nowhere:\n') && error.message.includes(complaint),
        error.message
      )
      return true
    })
  })
}

test('an empty folder is no site', async (t) => {
  await assert.rejects(check(t, {}), /there is no site in/)
})

test('documents that are the first of their folder are linked to as the folder', () => {
  assert.equal(folderBetween('index.html', 'learn/index.html'), 'learn/')
  assert.equal(folderBetween('learn/index.html', 'index.html'), '../')
  assert.equal(folderBetween('learn/index.html', 'audit/index.html'), '../audit/')
  assert.equal(folderBetween('index.html', 'index.html'), './')
  assert.equal(folderBetween('docs/index.html', 'docs/index.html'), './')
  assert.equal(folderBetween('docs/proofs/draws.html', 'index.html'), '../../')
})
