// Writes a WebAssembly module in a way that compresses well: functions that are alike stand close together, locals are
// sorted by type, and numbers that occur often have a name. That takes 1.7 kB gzip off the package and changes nothing
// else. Binaryen, which turns the module into text and back, comes with Emscripten; where its programs are not at hand,
// the module stays as it is.

import { readFile, rm, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { run } from './run.mjs'

const NUMBER = /\(f64\.const [^)]*\)/g
const OFTEN = 5 // from how many times on a name pays
// What the module may use: what CMakeLists.txt asks for, and what newer compilers take for granted.
const FEATURES = [
  '--mvp-features',
  ...[
    'nontrapping-float-to-int',
    'simd',
    'sign-ext',
    'bulk-memory',
    'mutable-globals',
    'multivalue',
    'reference-types'
  ].map((name) => `--enable-${name}`)
]

/** The bytes of the module in the file, arranged. */
export async function arrange(from) {
  const text = `${from}.wat`
  const to = `${from}.arranged`
  const found = await run('wasm-dis', [from, ...FEATURES, '-o', text]).then(
    () => true,
    (error) => {
      if (!error.message.endsWith('not found')) throw error
    }
  )
  if (!found) {
    console.log('wasm-dis (Binaryen) is not in the path: the module stays as it is, 1.7 kB larger')
    return readFile(from)
  }
  const original = nameNumbers(sortLocals(await readFile(text, 'utf8')))
  let smallest = Number.POSITIVE_INFINITY
  let best
  // Which measure of likeness does best is a matter of chance, worth .3 kB: several are tried.
  for (const length of [3, 4]) {
    for (const preference of [1, 3, 6]) {
      await writeFile(text, joinFunctions(original, length, preference))
      await run('wasm-as', [text, ...FEATURES, '-o', to])
      const bytes = await readFile(to)
      const { length: size } = gzipSync(bytes, { level: 9 })
      if (size < smallest) [smallest, best] = [size, bytes]
    }
  }
  for (const file of [text, to]) await rm(file)
  return best
}

/** Addresses and counters first: then the same index mostly means the same type. */
function sortLocals(text) {
  const types = ['i32', 'f64', 'i64', 'v128']
  const rank = (line) => types.indexOf(line.match(/(\w+)\)$/)[1])
  return text.replace(/(^ {2}\(local .*\n)+/gm, (lines) => {
    const sorted = lines
      .trimEnd()
      .split('\n')
      .sort((a, b) => rank(a) - rank(b))
    return `${sorted.join('\n')}\n`
  })
}

/** A double takes nine bytes wherever it is used, the name of a global two. */
function nameNumbers(text) {
  const counts = new Map()
  for (const [number] of text.matchAll(NUMBER)) counts.set(number, (counts.get(number) ?? 0) + 1)
  const often = [...counts].filter(([, count]) => count >= OFTEN).sort(([, a], [, b]) => b - a)
  const names = new Map(often.map(([number], at) => [number, `$number${at}`]))
  const globals = often.map(([number]) => ` (global ${names.get(number)} f64 ${number})\n`)
  const nameOf = (number) => (names.has(number) ? `(global.get ${names.get(number)})` : number)
  // After the stack pointer, which is used most.
  return text.replace(NUMBER, nameOf).replace(/^ \(global .*\n/m, (pointer) => pointer + globals.join(''))
}

/** The functions follow each other, and the text is indented: one space before the brackets of a function. */
function joinFunctions(text, length, preference) {
  const functions = [...text.matchAll(/^ \(func .*?\n \)\n/gms)]
  const start = functions[0].index
  const end = functions.at(-1).index + functions.at(-1)[0].length
  const codes = functions.map(([code]) => code)
  if (codes.join('') !== text.slice(start, end)) throw new Error('the text of the module has an unknown form')
  const order = alike(codes, length, preference)
  return text.slice(0, start) + order.join('') + text.slice(end)
}

/** Always the one of which the largest share has been seen before, preferably a long one; the longest to begin with. */
function alike(codes, length, preference) {
  const byLength = [...codes].sort((a, b) => b.length - a.length)
  const left = new Map(byLength.map((code) => [code, patternsOf(code, length)]))
  const seen = new Set()
  const order = []
  while (left.size > 0) {
    let largest = -1
    let next
    for (const [code, patterns] of left) {
      const known = patterns.reduce((count, pattern) => count + seen.has(pattern), 0)
      const share = known / (patterns.length + preference)
      if (share > largest) [largest, next] = [share, code]
    }
    for (const pattern of left.get(next)) seen.add(pattern)
    left.delete(next)
    order.push(next)
  }
  return order
}

/** All instructions in a row of so many. */
function patternsOf(code, length) {
  const lines = code.split('\n').map((line) => line.trim())
  return [...new Set(lines.slice(length - 1).map((_, at) => lines.slice(at, at + length).join(' ')))]
}
