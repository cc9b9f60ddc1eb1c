// The yardstick of cli.bench.mjs: the script that people write for a column of numbers, and write well. It knows nothing of
// quotes, of other columns or of encodings, and its noise is that of hand-written.mjs.
//   node hand-written-csv.mjs in.csv out.csv

import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { handWrittenLaplace } from './hand-written.mjs'

const [from, to] = process.argv.slice(2)
const output = createWriteStream(to)
const input = createInterface({ input: createReadStream(from), crlfDelay: Infinity })
let lines = []
let isHeader = true

input.on('line', (line) => {
  lines.push(isHeader ? line : handWrittenLaplace(Number(line), 0, 120, 120))
  isHeader = false
  if (lines.length < 10_000) return
  if (!output.write(`${lines.join('\n')}\n`)) {
    input.pause()
    output.once('drain', () => input.resume())
  }
  lines = []
})
input.on('close', () => output.end(lines.map((line) => `${line}\n`).join('')))
