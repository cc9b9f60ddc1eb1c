// Bytes as text and back: as Node's Buffer does it, and as browsers have to, which must not differ in a single byte.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everywhere, latin1By } from '../../bindings/csv/latin1.js'

const ways = { everywhere, node: latin1By(Buffer) }
const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const texts = {
  'every byte': all,
  'every byte, beyond what is taken at once': Uint8Array.from({ length: 20_000 }, (_, at) => (7 * at) % 256),
  'ASCII alone': all.subarray(0, 128),
  'what Windows-1252 and Latin-1 agree on': all.subarray(160),
  nothing: new Uint8Array(0),
  'a byte order mark': Uint8Array.of(0xef, 0xbb, 0xbf, 97)
}

for (const [name, way] of Object.entries(ways)) {
  test(`${name}: bytes become text with a character for each, and bytes again`, () => {
    for (const [what, bytes] of Object.entries(texts)) {
      const text = way.textOf(bytes)
      assert.deepEqual([...text].map((character) => character.charCodeAt(0)), [...bytes], what) // biome-ignore format: one line
      assert.deepEqual([...way.bytesFrom(text)], [...bytes], what)
    }
  })

  test(`${name}: text is written where it belongs, and nowhere else`, () => {
    for (const text of ['37.5', 'Z\xfcrich', '\x80\x9f', '']) {
      const memory = way.memoryFor(12).fill(1)
      assert.equal(way.writeText(memory, text, 3), text.length)
      const expected = [1, 1, 1, ...[...text].map((character) => character.charCodeAt(0))]
      assert.deepEqual([...memory], [...expected, ...new Array(12 - expected.length).fill(1)])
    }
  })
}
