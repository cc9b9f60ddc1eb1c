// Bytes that are counted four at a time, against bytes that are counted one by one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOf } from '../../bindings/csv/byte-count.js'

const oneByOne = (bytes, byte) => bytes.reduce((count, one) => count + (one === byte ? 1 : 0), 0)

test('all bytes are counted, wherever they begin and however many there are', () => {
  const near = [0, 1, 33, 34, 35, 162, 10, 138, 13, 127, 128, 255] // those that differ in one bit, too
  const memory = Uint8Array.from({ length: 3000 }, (_, at) => near[(at * at + (at >> 3)) % near.length])
  for (const from of [0, 1, 2, 3, 4, 7]) {
    for (const length of [0, 1, 2, 3, 4, 5, 8, 13, 1019, 1020, 1021, 1024, 2048, 2990]) {
      const bytes = memory.subarray(from, from + length)
      for (const byte of near) assert.equal(countOf(bytes, byte), oneByOne(bytes, byte), `${byte} from ${from}`)
    }
  }
  assert.equal(countOf(new Uint8Array(100_000).fill(34), 34), 100_000)
})
