// What it costs to have the package: bytes over the wire and the time until it can be used.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { median } from './measure.mjs'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

/** In a process of its own, so that nothing is warm; an empty WebAssembly module is the yardstick. */
const timed = `
  const started = performance.now()
  await WebAssembly.instantiate(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))
  const empty = performance.now()
  const { load } = await import('inbounds')
  const imported = performance.now()
  await load()
  console.log(JSON.stringify({ empty: empty - started, load: performance.now() - imported }))
`

export async function rows() {
  const names = new Set(['inbounds.wasm', 'index.js'])
  for (const name of names) {
    if (!name.endsWith('.js')) continue
    for (const [, imported] of readFileSync(dist + name, 'utf8').matchAll(/from"\.\/([^"]+)"/g)) names.add(imported)
  }
  const bytes = [...names].reduce((sum, name) => sum + gzipSync(readFileSync(dist + name), { level: 9 }).length, 0)
  const wasm = gzipSync(readFileSync(`${dist}inbounds.wasm`), { level: 9 }).length
  const times = Array.from({ length: 5 }, () =>
    JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', timed], { cwd: dist, encoding: 'utf8' }))
  )
  const load = median(times.map((time) => time.load))
  const empty = median(times.map((time) => time.empty))
  return [
    {
      what: 'wasm + JavaScript of the main entry, gzip',
      value: `${(bytes / 1000).toFixed(1)} kB`,
      bar: 'under 64 kB (goal: 45 kB)',
      pass: bytes < 64000
    },
    { what: 'of the goal of 45 kB', value: `${((100 * bytes) / 45000).toFixed(0)} %` },
    { what: 'of which wasm', value: `${(wasm / 1000).toFixed(1)} kB`, ratio: wasm / bytes },
    {
      what: 'load() in a new Node process',
      value: `${load.toFixed(1)} ms`,
      ratio: load / empty,
      bar: 'under 50 ms',
      pass: load < 50
    },
    { what: 'instantiating an empty WebAssembly module there', value: `${empty.toFixed(1)} ms`, ratio: 1 }
  ]
}
