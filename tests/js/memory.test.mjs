// not quick: many thousand objects of every kind, to see ten bytes
//
// Nobody has to free anything: memory returns to where it was. Ten bytes that each of them left behind would be found.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = fileURLToPath(new URL('support/memory.mjs', import.meta.url))

test('a million mechanisms, 100,000 mistakes and 100,000 loads that fail leave nothing behind', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program])
  for (const [what, { heap, buffers, wasm }] of Object.entries(JSON.parse(stdout))) {
    assert.ok(heap < 1e6, `${what}: the heap has grown by ${heap} bytes`)
    assert.ok(buffers < 1e6, `${what}: buffers have grown by ${buffers} bytes`)
    assert.equal(wasm, 0, `${what}: WebAssembly's memory has grown`)
  }
})
