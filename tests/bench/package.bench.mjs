// What it costs to have the package: bytes over the wire, and the time until it can be used.

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { filesOf, MAIN_ENTRY_GOAL, MAIN_ENTRY_LIMIT, sizeOf, TARBALL_LIMIT } from '../../tools/sizes.mjs'
import { loadInChromium } from './chromium.mjs'
import { median } from './measure.mjs'
import { formatSeconds, under } from './rows.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

export const inReadme = {
  size: `size: wasm and JavaScript of the main entry as gzip, beside the limit of ${MAIN_ENTRY_LIMIT / 1000} kB`,
  start: 'load time: a Node process that imports, loads and draws, beside one that does nothing',
  page: 'load time: load() in Chromium from the cache, beside fetching the wasm file from there'
}

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
      what: inReadme.size,
      value: kB(main),
      ratio: main / MAIN_ENTRY_LIMIT,
      bar: `under ${MAIN_ENTRY_LIMIT / 1000} kB (goal: ${MAIN_ENTRY_GOAL / 1000} kB)`,
      pass: main < MAIN_ENTRY_LIMIT
    },
    { what: '... beside the goal', value: kB(main), ratio: main / MAIN_ENTRY_GOAL },
    { what: '... of which wasm, beside all of it', value: kB(wasm), ratio: wasm / main },
    { what: 'inbounds/inline, gzip, beside the main entry', value: kB(inline), ratio: inline / main },
    {
      what: 'tarball, beside its limit',
      value: kB(size),
      ratio: size / TARBALL_LIMIT,
      bar: `under ${TARBALL_LIMIT / 1000} kB`,
      pass: size < TARBALL_LIMIT
    }
  ]
}

/** In processes of their own, so that nothing is warm; one that does nothing is the yardstick. */
function inNode() {
  const used = 'console.log((process.cpuUsage().user + process.cpuUsage().system) / 1e6)'
  const value = `
    const { load } = await import('inbounds')
    const { ReflectedLaplace } = await load()
    new ReflectedLaplace({ lower: 0, upper: 120, epsilon: 1, granularity: 1 }).privatise(37)
  `
  const time = (code) =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', code + used], { cwd: root, encoding: 'utf8' }))
  const runs = Array.from({ length: 5 }, () => ({ empty: time(''), first: time(value) }))
  const empty = median(runs.map((run) => run.empty))
  const first = median(runs.map((run) => run.first))
  return [
    { what: 'processor time of a Node process that does nothing', value: formatSeconds(empty), ratio: 1 },
    { what: inReadme.start, ratio: first / empty, ...under(first, 0.1) }
  ]
}

async function inChromium() {
  const { first, cached, fetched } = await loadInChromium()
  return [
    { what: 'fetching the wasm file in Chromium, from its cache', value: formatSeconds(fetched), ratio: 1 },
    { what: inReadme.page, ratio: cached / fetched, ...under(cached, 0.05) },
    { what: '... at the first visit', value: formatSeconds(first), ratio: first / fetched }
  ]
}
