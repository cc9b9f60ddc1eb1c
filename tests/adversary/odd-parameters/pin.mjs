// Writes pinned.json and README.md anew: node tests/adversary/odd-parameters/pin.mjs

import { writeFile } from 'node:fs/promises'
import { loadSeeded } from 'inbounds/testing'
import { resultsHere } from './here.mjs'
import { table } from './table.mjs'

const pinned = resultsHere(await loadSeeded(1))
const text = JSON.stringify(pinned, undefined, 2).replaceAll(/^( +"\w+": [-.\d]+e)\+/gm, '$1') // as Biome likes its numbers
await writeFile(new URL('pinned.json', import.meta.url), `${text}\n`)
await writeFile(new URL('README.md', import.meta.url), table(pinned))
