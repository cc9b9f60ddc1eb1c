// What the package weighs: npm test prints it and holds it to its limits, npm run bench measures with it.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

/** In bytes, as gzip. */
// Well-kept libraries and the compiler's usual flags may cost something: an entry is a separate download, so that a page pays
// only for what it uses.
export const MAIN_ENTRY_LIMIT = 96_000
export const MAIN_ENTRY_GOAL = 45_000
export const COLLECTOR_LIMIT = 130_000 // for servers and analysts, who load it once; no visitor of a page waits for it
// Of which the proofs are 55, as they travel with what they prove, and the collector's entry 185: its module as a file and
// once more inside JavaScript, and JavaScript of its own, so that the main entry carries none of it. The worker is 12, once more
// inside the inline entry, and the command line 20. The budget is 20, with its types, its proof and its page,
// the technical report with its figures 35.
export const TARBALL_LIMIT = 700_000

/** What somebody downloads to use an entry: its file, what that imports, and the WebAssembly if it is not inside. */
export function filesOf(entry, folder = dist) {
  const files = new Set([entry])
  for (const file of files) {
    const text = readFileSync(folder + file, 'utf8')
    for (const [, imported] of text.matchAll(/from"\.\/([^"]+)"/g)) files.add(imported)
  }
  if (!entry.endsWith('inline.js') && !entry.startsWith('budget')) {
    files.add(entry.startsWith('collector') ? 'inbounds-collector.wasm' : 'inbounds.wasm')
  }
  return [...files]
}

/** @param {readonly string[]} files */
export function sizeOf(files, folder = dist) {
  const contents = files.map((file) => readFileSync(folder + file))
  const total = (measure) => contents.reduce((sum, content) => sum + measure(content).length, 0)
  return {
    plain: total((content) => content),
    gzip: total((content) => gzipSync(content, { level: 9 })),
    brotli: total((content) => brotliCompressSync(content))
  }
}

/** A table of what each entry weighs in a folder like dist. */
export function sizeReport(folder = dist) {
  const parts = {
    'main entry (wasm + JavaScript)': filesOf('index.js', folder),
    '  of which wasm': ['inbounds.wasm'],
    'in Node': filesOf('node.js', folder),
    'inbounds/inline': filesOf('inline.js', folder),
    'inbounds/testing': filesOf('testing.js', folder),
    'inbounds/collector': filesOf('collector.js', folder),
    '  of which wasm, too': ['inbounds-collector.wasm'],
    'inbounds/budget': filesOf('budget.js', folder)
  }
  const kB = (bytes) => (bytes / 1000).toFixed(1).padStart(8)
  const rows = Object.entries(parts).map(([name, files]) => {
    const { plain, gzip, brotli } = sizeOf(files, folder)
    return `${name.padEnd(32)}${kB(plain)}${kB(gzip)}${kB(brotli)}`
  })
  return [`${'kB'.padEnd(32)}   plain    gzip  brotli`, ...rows].join('\n')
}
