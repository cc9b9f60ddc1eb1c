// Budgets in files that were damaged, removed, put back or replaced: refused with a reason, never begun afresh.

import assert from 'node:assert/strict'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { fileStore, PrivacyBudget } from 'inbounds/budget'
import { assertHalfSpent, assertUnusable, numbersIn, openHalfSpent, temporaryFolder } from './support/budget-errors.mjs'

const folder = temporaryFolder(after)

test('the record cut off at every byte, and with every byte changed, is refused', async () => {
  const { path, newest, live, reopened } = await openHalfSpent(folder)
  const whole = fs.readFileSync(newest())
  const budget = reopened()
  const reason =
    /it is empty|it is no JSON, or its end is missing|damaged|something else|of another budget|another version/
  for (let length = 0; length < whole.length - 1; ++length) {
    fs.writeFileSync(newest(), whole.subarray(0, length))
    await assertUnusable(budget, path, reason)
  }
  await assertUnusable(live, path, reason)
  for (let at = 0; at < whole.length - 1; ++at) {
    const changed = Buffer.from(whole)
    changed[at] ^= 1 << (at % 7)
    fs.writeFileSync(newest(), changed)
    await assertUnusable(budget, path, reason)
  }
  fs.writeFileSync(newest(), Buffer.concat([whole, Buffer.from('x')]))
  await assertUnusable(budget, path, /it is no JSON/)
  fs.writeFileSync(newest(), whole)
  await assertHalfSpent(live)
})

test('the file itself cut off at every byte, emptied, or with something else in it', async () => {
  const { path, live, reopened } = await openHalfSpent(folder)
  const whole = fs.readFileSync(path)
  for (let length = 0; length < whole.length; ++length) {
    fs.writeFileSync(path, whole.subarray(0, length))
    await assertUnusable(reopened(), path, /it is empty|it is damaged, or holds something else/)
  }
  fs.writeFileSync(path, '{"name":"inbounds","version":"0.1.0"}\n')
  await assertUnusable(reopened(), path, /it is damaged, or holds something else/)
  fs.writeFileSync(path, whole)
  await assertHalfSpent(live)
})

test('what is gone: the file, the folder, the record, or all of it', async () => {
  const { path, records, live, reopened, newest } = await openHalfSpent(folder)
  const aside = join(folder, 'aside')
  fs.renameSync(path, aside)
  await assertUnusable(live, path, /'.*\.json' is gone;/)
  await assertUnusable(reopened(), path, /'.*\.json' is gone, though there is a record in '.*\.json\.spent'/)
  fs.renameSync(aside, path)
  fs.renameSync(records, aside)
  await assertUnusable(live, path, /its record in '.*\.json\.spent' is gone/)
  await assertUnusable(reopened(), path, /its record in '.*\.json\.spent' is gone/)
  fs.renameSync(path, `${path}.aside`)
  await assertUnusable(live, path, /'.*\.json' is gone/)
  fs.renameSync(aside, records)
  fs.renameSync(`${path}.aside`, path)
  const record = newest()
  fs.renameSync(record, aside)
  await assertUnusable(live, path, /its record in '.*\.json\.spent' is gone/)
  await assertUnusable(reopened(), path, /its record in '.*\.json\.spent' is gone/)
  fs.renameSync(aside, record)
  await assertHalfSpent(reopened())
})

test('an earlier record that was put back, under its own number or the newest', async () => {
  const { path, records, live, reopened, newest } = await openHalfSpent(folder)
  const [earlier, number] = [fs.readFileSync(newest()), numbersIn(records).at(-1)]
  await live.spend({ epsilon: 0.25 })
  const [later, after] = [fs.readFileSync(newest()), newest()]
  fs.writeFileSync(after, earlier)
  await assertUnusable(live, path, /its record was put back to an earlier one \(change 2, after 3\)/)
  fs.unlinkSync(after)
  fs.writeFileSync(join(records, number), earlier)
  await assertUnusable(live, path, /its record was put back to an earlier one \(change 2, after 3\)/)
  fs.writeFileSync(after, later)
  assert.equal((await live.spent()).epsilon, 0.75)
  assert.equal((await reopened().spent()).epsilon, 0.75)
})

test('records of another budget, of another version, or with numbers that make no sense', async () => {
  const { path, records, live, reopened, newest } = await openHalfSpent(folder)
  const other = await openHalfSpent(folder)
  const whole = fs.readFileSync(newest(), 'utf8')
  fs.copyFileSync(other.newest(), newest())
  for (const budget of [live, reopened()]) {
    await assertUnusable(budget, path, /the record in '.*\.json\.spent' is of another budget/)
  }
  const [identity, text] = whole.split('\n')
  fs.writeFileSync(newest(), `${identity}\n${fs.readFileSync(other.newest(), 'utf8').split('\n')[1]}\n`)
  await assertUnusable(live, path, /its record was replaced by that of another budget/)
  for (const [change, reason] of [
    [(record) => ({ ...record, version: 2 }), /written by another version of inbounds \(format 2\)/],
    [(record) => ({ ...record, format: 'other' }), /it holds something else/],
    [(record) => ({ ...record, spent: { ...record.spent, epsilon: '-1' } }), /its numbers make no sense/],
    [(record) => ({ ...record, spent: { ...record.spent, releases: -1 } }), /its numbers make no sense/],
    [(record) => ({ ...record, spent: { ...record.spent, cost: null } }), /its numbers make no sense/],
    [(record) => ({ ...record, latest: null }), /its numbers make no sense/],
    [(record) => ({ ...record, history: [{}] }), /its numbers make no sense/],
    [(record) => ({ ...record, terms: { ...record.terms, slack: 1 } }), /its numbers make no sense/],
    [(record) => ({ ...record, answers: { key: 1 } }), /its numbers make no sense/]
  ]) {
    const changed = JSON.stringify(change(JSON.parse(text).record))
    const check = crc32(changed).toString(16).padStart(8, '0')
    fs.writeFileSync(newest(), `${identity}\n{"check":"${check}","record":${changed}}\n`)
    await assertUnusable(reopened(), path, reason)
  }
  fs.writeFileSync(newest(), whole)
  for (const [name, make, reason] of [
    ['7', (place) => fs.symlinkSync('nowhere', place), /its record in .* is gone/],
    ['7', (place) => fs.mkdirSync(place), /it cannot be read: EISDIR/],
    ['7', (place) => fs.writeFileSync(place, 'notes'), /it is damaged, or holds something else/],
    ['99999999999999999999', (place) => fs.writeFileSync(place, ''), /its record in .* is gone/]
  ]) {
    make(join(records, name))
    await assertUnusable(reopened(), path, reason)
    fs.rmSync(join(records, name), { recursive: true })
  }
  await assertHalfSpent(live)
})

test('other terms than those that were promised', async () => {
  const { path, live } = await openHalfSpent(folder)
  const other = new PrivacyBudget({ epsilon: 2, store: fileStore(path) })
  await assertUnusable(other, path, /its epsilon is 1, not 2 \(a promise that was made is kept; another budget needs a/)
  await assertUnusable(
    new PrivacyBudget({ epsilon: 1, period: 'day', store: fileStore(path) }),
    path,
    /its period is none, not day/
  )
  assert.equal((await PrivacyBudget.open(fileStore(path))).epsilon, 1)
  await assertHalfSpent(live)
})

test('places where no budget can be: a directory, a folder that is missing, a file where the records should be', async () => {
  const place = join(folder, 'directory.json')
  fs.mkdirSync(place)
  await assertUnusable(new PrivacyBudget({ epsilon: 1, store: fileStore(place) }), place, /it cannot be read: EISDIR/)
  const nowhere = join(folder, 'missing', 'budget.json')
  const budget = new PrivacyBudget({ epsilon: 1, store: fileStore(nowhere) })
  await assert.rejects(budget.privatise({ epsilon: 0.1, privatise: () => 1 }, 1), {
    name: 'StoreError',
    message: `the budget '${nowhere}' cannot be used: there is no folder '${dirname(nowhere)}'; nothing was released`
  })
  assert.ok(!fs.existsSync(dirname(nowhere)), 'it may be on a disk that is not there, and is not made')
  const occupied = join(folder, 'occupied.json')
  fs.writeFileSync(`${occupied}.spent`, '')
  await assertUnusable(new PrivacyBudget({ epsilon: 1, store: fileStore(occupied) }), occupied, /ENOTDIR/)
})

test('to look at a budget that is not there makes no files', async () => {
  const path = join(folder, 'looked-at.json')
  const store = fileStore(path)
  await assert.rejects(PrivacyBudget.open(store), {
    name: 'StoreError',
    message: `the budget '${path}' holds no budget yet`
  })
  const budget = new PrivacyBudget({ epsilon: 1, store })
  assert.equal((await budget.remaining()).epsilon, 1)
  await assert.rejects(budget.spend({ epsilon: 2 }), { name: 'BudgetError' })
  assert.deepEqual(
    fs.readdirSync(folder).filter((name) => name.startsWith('looked-at')),
    []
  )
  await budget.create()
  assert.equal((await PrivacyBudget.open(fileStore(path))).epsilon, 1)
})

test('only the newest record is kept, and drafts that somebody left behind are removed', async () => {
  const { records, reopened } = await openHalfSpent(folder)
  assert.deepEqual(fs.readdirSync(records), ['2'])
  const [old, young] = ['1-0-1-00000000.draft', '2-0-1-00000000.draft'].map((name) => join(records, name))
  for (const draft of [old, young]) fs.writeFileSync(draft, 'half')
  const past = Date.now() / 1000 - 120
  fs.utimesSync(old, past, past)
  await reopened().spend({ epsilon: 0.25 })
  assert.deepEqual(fs.readdirSync(records).sort(), ['2-0-1-00000000.draft', '3'])
})
