// A large file: the page stays awake, cancelling leaves nothing, and what is shown afterwards can be had elsewhere, too.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../patience.mjs'
import { AGES, choose, download, run, tick, visitWithFile } from './file-visit.mjs'
import { clickWhen, copyWith } from './in-page.mjs'
import { counts, isHidden, isShown, says } from './shows.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('30 MB: cancelled midway nothing is there; run again, the page is awake all the time', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-file-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'large.csv')
  const row = (at) => `${at},"a note, number ${at}",${at % 100},Bern\n`
  const rows = 900_000
  let text = 'id,note,age,town\n'
  for (let at = 0; at < rows; ++at) text += row(at)
  assert.ok(text.length > 30e6)
  await writeFile(path, text)

  const { page, complaints } = await visitWithFile(t)
  await page.setInputFiles('#file', path)
  await page.locator('#column-2').waitFor()
  await tick(page, 2, AGES)
  const midway = /MB of 3\d\.\d MB · [\d,]+ rows · about \d+ (second|minute)s? left/
  await clickWhen(page, { watched: '#progress-words', says: midway, click: '#cancel' })
  await page.click('#run')
  await says(page.locator('#run-message'), /^Cancelled\. Nothing was made/)
  await isHidden(page.locator('#outcome'))
  await counts(page.locator('#download'), 0)
  await eventually(() => assert.equal(page.workers().length, 0, 'its worker has ended'))
  await says(page.locator('#run-message'), /^Cancelled/, 'and it was not done before')

  // How often the page could do something else, from the beginning to the last progress.
  await page.evaluate(() => {
    const words = document.querySelector('#progress-words')
    globalThis.turns = []
    let turn = 0
    setInterval(() => ++turn)
    new MutationObserver(() => globalThis.turns.push(turn)).observe(words, { childList: true })
  })
  await page.click('#run')
  await isShown(page.locator('#outcome'))
  const turns = await page.evaluate(() => globalThis.turns)
  assert.ok(turns.at(-1) > turns[0] + 3, `the clock of the page went on: ${turns.join(' ')}`)
  const lines = (await download(page)).bytes.split('\n')
  assert.equal(lines.length, rows + 2)
  for (let at = 0; at < rows; ++at) {
    const [, before, noisy, after] = /^(\d+,"[^"]*",)(\d+)(,Bern)$/.exec(lines[at + 1])
    if (`${before}${at % 100}${after}\n` !== row(at) || Number(noisy) > 120) assert.fail(lines[at + 1])
  }
  assert.deepEqual(complaints, [])
})

test('true, noisy and estimated numbers stand beside each other, and belong to what is downloaded', async (t) => {
  const { page } = await visitWithFile(t)
  const ages = Array.from({ length: 5000 }, (_, row) => 20 + (row % 41))
  await choose(page, `age\n${ages.join('\n')}\n`)
  await tick(page, 0, AGES)
  await page.fill('#total', '4')
  await run(page)
  const cells = await page.locator('.moments tbody tr').first().locator('td').allTextContents()
  const [truth, noisy, estimated] = cells.map(Number)
  const { bytes } = await download(page)
  const values = bytes.trim().split('\n').slice(1).map(Number)
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length
  assert.ok(Math.abs(truth - mean(ages)) < 0.06, `${truth} is not ${mean(ages)}`)
  assert.ok(Math.abs(noisy - mean(values)) < 0.06, `${noisy} is not ${mean(values)}`)
  const { load } = await import('inbounds/collector')
  const { estimate } = await load()
  const mechanism = JSON.parse((await download(page, 'download-mechanisms')).bytes)
  const own = estimate({ reports: values, mechanism }, { bins: 20 })
  assert.ok(Math.abs(estimated - own.mean.value) < 0.06, `${estimated} is not ${own.mean.value}`)
  const [low, high] = cells[3].split(' to ').map(Number)
  assert.ok(Math.abs(low - own.mean.low) < 0.06 && Math.abs(high - own.mean.high) < 0.06, cells[3])
  await page.locator('.change summary').click()
  const shares = await page.locator('.shares tbody tr td:nth-child(2)').allTextContents()
  assert.equal(shares.length, 20)
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + Number.parseFloat(share), 0) - 100) < 1.1, shares.join(' '))

  await page.fill('#upper-0', '119')
  await isHidden(page.locator('#outcome')) // what was made belongs to other settings
  await isShown(page.locator('#again-note')) // a second file would add up
})

test('the command line and the JavaScript make the same mechanisms', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inbounds-file-'))
  t.after(() => rm(folder, { recursive: true }))
  const text = "it's age;income;note\n37;5000;x\nNA;3000;y\n"
  await writeFile(join(folder, 'two words.csv'), text)
  const { page } = await visitWithFile(t)
  await choose(page, text, 'two words.csv')
  await page.fill('#missing', 'NA')
  await tick(page, 0, AGES)
  await tick(page, 1, { lower: 0, upper: 20000 })
  await page.selectOption('#mechanism-1', 'BoundedGaussian')
  await page.fill('#share-0', '0.7')
  await run(page)
  const saved = (await download(page, 'download-mechanisms')).bytes
  const command = await copyWith(page, '#copy-command')
  const here = command.replace('npx inbounds', `'${process.execPath}' '${join(root, 'dist/cli.js')}'`)
  execFileSync('sh', ['-c', here], { cwd: folder })
  assert.deepEqual(JSON.parse(await readFile(join(folder, 'two words.mechanisms.json'), 'utf8')), JSON.parse(saved))
  assert.match(
    await readFile(join(folder, 'two words.private.csv'), 'utf8'),
    /^it's age;income;note\n\d+;[\d.]+;x\nNA;[\d.]+;y\n$/
  )

  const snippet = await page.locator('#snippet').textContent()
  const program = snippet.replace('// rows:', `const rows = [{ "it's age": 37, income: 5000 }]\n// rows:`)
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', `${program}\nconsole.log(JSON.stringify({ mechanisms, epsilon }))`],
    { cwd: root, encoding: 'utf8' }
  )
  assert.deepEqual(JSON.parse(output), { mechanisms: JSON.parse(saved), epsilon: 1 })
})
