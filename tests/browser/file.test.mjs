// A CSV file, from the disk of the visitor to a private one: what is downloaded is read byte by byte.

import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds/collector'
import { AGES, choose, download, run, tick, visitWithFile } from './file-visit.mjs'
import { counts, has, holds, isDisabled, isFocused, isHidden, says } from './shows.mjs'

const inbounds = await load()

test('a chosen file: noise on one column, all other bytes as they were, and nothing leaves the origin', async (t) => {
  const { page, complaints, foreign } = await visitWithFile(t)
  // A byte order mark, CRLF, quotes with line ends and delimiters in them, UTF-8, blanks and quotes around numbers, missing values.
  const rows = [
    ['"M\xc3\xbcller, ""Max""\r\nJr."', '37', 'Z\xc3\xbcrich'],
    ['Ada', '" 52 "', ' Bern '],
    ['Bo', '', '\x80\xff'],
    ['Cy', ' NA', ''],
    ['Di', '130', '""']
  ]
  const text = `\xef\xbb\xbfname,"the age",town\r\n${rows.map((row) => row.join(',')).join('\r\n')}\r\n`
  await choose(page, text)
  await says(page.locator('#first-rows thead'), /name.*not numbers.*the age.*numbers, and ‘NA’/)
  await page.fill('#missing', 'NA')
  await tick(page, 1, AGES)
  await run(page)
  const { name, bytes } = await download(page)
  assert.equal(name, 'people.private.csv')
  const cell = '(\\d+)'
  const pattern = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(',37,', `,${cell},`)
    .replace('," 52 ",', `,${cell},`)
    .replace(',130,', `,${cell},`)
  const found = new RegExp(`^${pattern}$`).exec(bytes)
  assert.ok(found, bytes)
  for (const value of found.slice(1)) assert.ok(Number(value) >= 0 && Number(value) <= 120, value)
  await says(page.locator('#outcome-notes'), /2 values are missing and stay so/)
  await says(page.locator('#outcome-facts'), /^5 rows, .* epsilon 1\.$/)
  assert.deepEqual(complaints, [])
  assert.deepEqual(foreign(), [])
})

test('a dropped file without a header, with semicolons and lines that end in CR', async (t) => {
  const { page, complaints } = await visitWithFile(t)
  const lines = ['a;1.5', 'b;2', 'c;0']
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'plain.txt', { type: 'text/plain' }))
    return data
  }, lines.join('\r'))
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('#drop', type, { dataTransfer: transfer })
  }
  await page.locator('#column-1').waitFor()
  await holds(page.locator('#delimiter'), ';')
  await page.uncheck('#has-header')
  await page.locator('#first-rows').getByText('Column 2').waitFor()
  await counts(page.locator('#first-rows tbody tr'), 3)
  await tick(page, 1, { lower: 0, upper: 2, granularity: 0.5 })
  await run(page)
  const { name, bytes } = await download(page)
  assert.equal(name, 'plain.private.txt')
  assert.match(bytes, /^a;(0|0\.5|1|1\.5|2)\rb;(0|0\.5|1|1\.5|2)\rc;(0|0\.5|1|1\.5|2)$/)
  await says(page.locator('#command'), /--no-header[\s\S]*--delimiter ';'[\s\S]*--column 2 /)
  assert.deepEqual(complaints, [])
})

test('the noise is what its mechanism promises, in each of two columns with a divided epsilon', async (t) => {
  const { page } = await visitWithFile(t)
  const count = 20_000
  await choose(page, `id,age,score\n${Array.from({ length: count }, (_, row) => `${row},37,2.5\n`).join('')}`)
  await tick(page, 1, AGES)
  await tick(page, 2, { lower: 0, upper: 10 })
  await page.selectOption('#mechanism-2', 'ClampedLaplace')
  await page.fill('#share-2', '3')
  await page.fill('#total', '2')
  await run(page)
  const saved = JSON.parse((await download(page, 'download-mechanisms')).bytes)
  assert.deepEqual([saved.age.epsilon, saved.score.epsilon], [0.5, 1.5])
  await has(page.locator('#spent'), 'value', '2')
  const { bytes } = await download(page)
  const rows = bytes.trimEnd().split('\n').slice(1).map((line) => line.split(',')) // biome-ignore format: a chain
  assert.equal(rows.length, count)
  for (const [row, [id]] of rows.entries()) assert.equal(id, String(row))
  for (const [at, name, truth] of [
    [1, 'age', 37],
    [2, 'score', 2.5]
  ]) {
    // biome-ignore format: a table
    const mechanism = inbounds[saved[name].mechanism].fromJSON(saved[name])
    const values = rows.map((row) => Number(row[at]))
    new inbounds.Tally(mechanism).add(values) // refuses what is off the lattice or out of bounds
    const law = mechanism.at(truth)
    for (const y of [0.05, 0.2, 0.5, 0.8, 0.95].map((share) => law.quantile(share))) {
      const expected = law.cdf(y)
      const seen = values.filter((value) => value <= y).length / count
      // 5.6 standard errors: of ten such comparisons, one fails by chance once in some million runs.
      const error = Math.sqrt((expected * (1 - expected)) / count)
      assert.ok(Math.abs(seen - expected) <= 5.6 * error, `${name} up to ${y}: ${seen}, not ${expected}`)
    }
  }
})

test('a malformed cell is named by line and column, and nothing is made; mended, it is', async (t) => {
  const { page, complaints } = await visitWithFile(t)
  const lines = Array.from({ length: 600 }, (_, row) => `p${row},${row === 550 ? 'n/a' : 40}`)
  await choose(page, `name,age\n${lines.join('\n')}\n`)
  await tick(page, 1, AGES)
  await page.click('#run')
  await says(
    page.locator('#run-error'),
    /^Nothing was made.* people\.csv: Line 552, column 2 \(age\): must be a number, got text that is none; if that stands for a missing value/
  )
  await isHidden(page.locator('#outcome'))
  await counts(page.locator('#download'), 0)
  await page.fill('#missing', 'n/a')
  await run(page)
  assert.match((await download(page)).bytes, /\np550,n\/a\n/)
  assert.deepEqual(complaints, [])
})

test('what is in a cell is no part of what is said of it, nor is a first row that may be no header', async (t) => {
  const { page, complaints } = await visitWithFile(t)
  const readError = () => page.locator('#run-error').filter({ hasText: 'Nothing was made' }).textContent()
  const rows = (cell) => Array.from({ length: 600 }, (_, row) => `p${row},${row === 550 ? cell : 40}`).join('\n')
  for (const [cell, kind] of [
    ['Bern-37', 'text that is none; if that stands for a missing value, name it under “Words for a missing value”'],
    ['"4237,5"', 'one with a comma; write it with a decimal point and nothing else, as 1234.5'],
    ['4e2375', 'an infinite one']
  ]) {
    const name = `${kind.split(' ')[1]}.csv` // another one each time, to wait for
    await choose(page, `name,age\n${rows(cell)}\n`, name)
    await tick(page, 1, AGES)
    await page.click('#run')
    assert.ok((await readError()).includes(`${name}: Line 552, column 2 (age): must be a number, got ${kind}`))
    assert.doesNotMatch(await page.evaluate(() => document.body.textContent), /Bern|4237|4e2375/)
  }
  await choose(page, `p,4237.5\n${rows('Bern-37')}\n`, 'headless.csv')
  await tick(page, 1, AGES)
  await page.click('#run')
  assert.match(await readError(), /Line 552, column 2: must be a number, got text that is none/)
  await choose(page, 'p,4237.5\nq,52,Bern\n', 'short.csv')
  const reading = await page.locator('#reading-error').filter({ hasText: 'must have 2 cells' }).textContent()
  assert.doesNotMatch(reading, /4237|Bern|52/)
  assert.deepEqual(complaints, [])
})

test('what is impossible is told beside its field, and all fields at once', async (t) => {
  const { page, complaints } = await visitWithFile(t)
  await choose(page, 'a,b\n1,2\n3,4\n')
  await page.check('#column-0')
  await page.check('#column-1')
  for (const field of ['lower-0', 'upper-0', 'lower-1', 'upper-1'])
    await holds(page.locator(`#${field}`), '', 'no bounds are guessed')
  await page.click('#run')
  await page.locator('#lower-1-error').filter({ hasText: 'Lower must be a number.' }).waitFor()
  await isFocused(page, 'lower-0')
  await tick(page, 0, { lower: 5, upper: 3 })
  await tick(page, 1, { lower: 0, upper: 10, granularity: 0.3 })
  await page.locator('#upper-0-error').filter({ hasText: 'greater than lower (5), got 3' }).waitFor()
  await page.locator('#granularity-1-error').filter({ hasText: 'power of two' }).waitFor()
  await has(page.locator('#upper-0'), 'aria-invalid', 'true')
  await page.fill('#total', '0')
  await page.locator('#total-error').filter({ hasText: 'greater than 0' }).waitFor()
  await page.fill('#share-0', '-1')
  await page.locator('#share-0-error').filter({ hasText: 'greater than 0, got -1' }).waitFor()
  assert.deepEqual(complaints, [])
})

test('files that are none are refused with a reason', async (t) => {
  const { page, complaints } = await visitWithFile(t)
  const expectRefusal = async (content, words) => {
    const buffer = Buffer.from(content, 'latin1')
    await page.setInputFiles('#file', { name: 'odd.csv', mimeType: 'text/csv', buffer })
    await page.locator('#file-error').filter({ hasText: words }).waitFor()
    await isHidden(page.locator('#content-panel'))
  }
  await expectRefusal('', 'odd.csv: must have at least one row, and it is empty.')
  await expectRefusal('\xff\xfea\0', 'got UTF-16; save it as UTF-8 first')
  await expectRefusal('a,b\n1\0,2', 'must be text, got a byte of zero')
  await choose(page, 'a,b\n1,2,3\n', 'uneven.csv')
  await page
    .locator('#reading-error')
    .filter({ hasText: 'Line 2: must have 2 cells like the header, got 3.' })
    .waitFor()
  await choose(page, 'a,a,b\n1,2,3', 'double.csv')
  await page.locator('#column-2').waitFor()
  await counts(page.locator('#first-rows tbody tr'), 1, 'a last row needs no line end')
  await isDisabled(page.locator('#column-1'), 'two columns of one name cannot be told apart by a collector')
  assert.deepEqual(complaints, [])
})
