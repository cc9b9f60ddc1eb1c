// What it costs to have the package: bytes over the wire, and the time until it can be used.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { filesOf, MAIN_ENTRY_GOAL, MAIN_ENTRY_LIMIT, sizeOf, TARBALL_LIMIT } from '../../tools/sizes.mjs'
import { loadInChromium } from './chromium.mjs'
import { median } from './measure.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const ms = (time) => `${time.toFixed(1)} ms`

export async function rows() {
  return [...sizes(), ...inNode(), ...(await inChromium())]
}

function sizes() {
  const main = sizeOf(filesOf('index.js')).gzip
  const wasm = sizeOf(['inbounds.wasm']).gzip
  const inline = sizeOf(filesOf('inline.js')).gzip
  const [{ size }] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) // biome-ignore format: one call
  return [
    {
      what: 'wasm + JavaScript of the main entry, gzip',
      value: kB(main),
      ratio: 1,
      bar: `under ${MAIN_ENTRY_LIMIT / 1000} kB (goal: ${MAIN_ENTRY_GOAL / 1000} kB)`,
      pass: main < MAIN_ENTRY_LIMIT
    },
    { what: '... of the goal', value: `${((100 * main) / MAIN_ENTRY_GOAL).toFixed(0)} %` },
    { what: '... of which wasm', value: kB(wasm), ratio: wasm / main },
    { what: 'inbounds/inline, gzip', value: kB(inline), ratio: inline / main },
    { what: 'tarball', value: kB(size), bar: `under ${TARBALL_LIMIT / 1000} kB`, pass: size < TARBALL_LIMIT }
  ]
}

/** In processes of their own, so that nothing is warm; one that does nothing is the yardstick. */
function inNode() {
  const used = 'console.log(process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000)'
  const value = `
    const { load } = await import('inbounds')
    const { ReflectedLaplace } = await load()
    new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 }).privatise(37)
  `
  const timed = (code) =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', code + used], { cwd: root, encoding: 'utf8' }))
  const runs = Array.from({ length: 5 }, () => ({ empty: timed(''), first: timed(value) }))
  const empty = median(runs.map((run) => run.empty))
  const first = median(runs.map((run) => run.first))
  return [
    { what: 'processor time of a Node process that does nothing', value: ms(empty), ratio: 1 },
    {
      what: '... that imports, loads and draws a first value',
      value: ms(first),
      ratio: first / empty,
      bar: 'under 100 ms',
      pass: first < 100
    }
  ]
}

async function inChromium() {
  const { first, cached, fetched } = await loadInChromium()
  return [
    { what: 'load() in Chromium, first visit', value: ms(first) },
    { what: '... from the cache', value: ms(cached), ratio: cached / fetched, bar: 'under 50 ms', pass: cached < 50 },
    { what: 'fetching the wasm file from that cache', value: ms(fetched), ratio: 1 }
  ]
}
