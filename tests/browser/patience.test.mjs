// Waiting itself: it ends when what is waited for is there, and says what was there last if it does not come.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { eventually } from '../patience.mjs'

test('what holds later is waited for, and given', async () => {
  let looks = 0
  const found = await eventually(async () => {
    assert.equal(++looks, 4)
    return 'found'
  })
  assert.deepEqual([found, looks], ['found', 4])
})

test('what is no assertion is thrown at once', async () => {
  let looks = 0
  const look = () => {
    ++looks
    throw new TypeError('the page is gone')
  }
  await assert.rejects(eventually(look), /the page is gone/)
  assert.equal(looks, 1)
})

test('at the end of the patience, the last value is told', () => {
  const program = `
    import assert from 'node:assert/strict'
    import { eventually } from '${new URL('../patience.mjs', import.meta.url)}'
    let looks = 0
    await eventually(() => assert.equal(Math.min(++looks, 3), 4)).catch(({ actual, expected }) => console.log(actual, expected))`
  const options = { env: { ...process.env, INBOUNDS_PATIENCE: '0.2' }, encoding: 'utf8' }
  assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', program], options), '3 4\n')
})
