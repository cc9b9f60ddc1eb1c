// The table of mutants in ../README.md: `node tests/adversary/mutants/table.mjs` writes it anew.

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mutants } from './mutants.mjs'

const file = new URL('../README.md', import.meta.url)
const part = /(?<=<!-- mutants: made by mutants\/table\.mjs -->\n)[\s\S]*?(?=<!-- end -->)/

/** What the README says of mutants. */
export const readTable = () => part.exec(readFileSync(file, 'utf8'))?.[0]

/** What it should say. */
export function mutantsTable() {
  const rows = mutants.map(({ what, file, caught }) => `| ${what} | \`src/${file}\` | ${caught.join(', ')} |`)
  return `\n${['| broken on purpose | in | has to be found by |', '| --- | --- | --- |', ...rows].join('\n')}\n\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(part, () => mutantsTable())
  )
}
