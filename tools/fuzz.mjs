// Builds the fuzzers, replays every input that is kept, and looks for new ones.
//   node tools/fuzz.mjs [--seconds 10] [--runs 5000] [--seed 1] [--keep] [--built] [calibrations draws ...]
// --seconds: of each target. --runs: no more than so many. --seed: with --runs, to try the same again (otherwise a fresh one). --keep: adds what reached new code to the corpus, which is then as small as it can be. --built: what was built
// before is run as it is.

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { explain, run } from './run.mjs'
import { setUp } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'tests/adversary/fuzz')
const programs = join(root, 'build/fuzz/tests/adversary/fuzz')
const failed = join(root, 'build/fuzz/failed')
export const targets = ['calibrations', 'draws', 'laws', 'published']

// Sanitizers make everything twenty times slower, and the machine may be busy: an input that hangs hangs longer than this.
const limits = ['-timeout=60', '-rss_limit_mb=2048', '-max_len=400', '-verbosity=0', '-print_final_stats=1']
const slice = 60 // seconds between two signs of life
// What is compared is tried as input, addresses among it: with those of another run, the same seed finds other inputs.
const fixedAddresses = spawnSync('setarch', ['-R', 'true']).status === 0 ? ['setarch', '-R'] : []

export async function fuzz({ seconds = 10, runs = -1, seed = 0, keep = false, built = false, chosen = targets } = {}) {
  if (!built) {
    const { buildFuzzers } = await import('./build.mjs')
    await buildFuzzers()
  }
  // Two at a time; if one finds something, the other still comes to its end.
  const waiting = [...chosen]
  const worker = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift())
      await fuzzed(target, { seconds, runs, seed, keep })
  }
  const ends = await Promise.allSettled([worker(), worker()])
  for (const { reason } of ends) if (reason) throw reason
}

async function fuzzed(target, { seconds, runs, seed, keep }) {
  const corpus = join(folder, 'corpus', target)
  const known = [corpus, join(folder, 'found', target)].filter((each) => existsSync(each))
  await tried(target, ['-runs=0', ...known], `${filesIn(known)} inputs replayed`)
  const scratch = join(root, 'build/fuzz/scratch', target)
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  // In an order of ours: a folder's is another one on every disk, and then the same seed finds other inputs.
  const list = `${scratch}.inputs`
  writeFileSync(list, known.flatMap((each) => readdirSync(each).sort().map((name) => join(each, name))).join(',')) // biome-ignore format: a chain
  for (let left = seconds; left > 0; left -= slice) {
    const now = Math.min(slice, left)
    const limit = [`-max_total_time=${now}`, `-runs=${runs}`]
    const start = [`-seed=${seed}`, `-seed_inputs=@${list}`, '-reload=0']
    await tried(target, [...limit, ...start, scratch], runs < 0 ? `nothing found in ${now} s` : 'nothing found')
  }
  if (keep) await merged(target, corpus, [scratch, ...known])
}

// Runs a target; if it fails, shows the end of what it said, and which input it was.
async function tried(target, args, success) {
  mkdirSync(failed, { recursive: true })
  const prefix = join(failed, `${target}-`)
  const started = Date.now()
  try {
    const [program, ...before] = [...fixedAddresses, join(programs, `fuzz_${target}`)]
    const said = await run(program, [...before, ...limits, `-artifact_prefix=${prefix}`, ...args], {
      cwd: root,
      quiet: true
    })
    const runs = /number_of_executed_units:\s*(\d+)/.exec(said)?.[1]
    console.log(`${target}: ${success}${runs ? ` (${runs} runs)` : ''}`)
  } catch {
    const shown = writtenSince(started, target).map(
      (path) => `  ${relative(root, path)}: ${readFileSync(path).toString('hex')}`
    )
    throw new Error([`the fuzzer of ${target} found something (see above). Its input:`, ...shown].join('\n'))
  }
}

// An input that failed before is written again under the same name.
function writtenSince(started, target) {
  return readdirSync(failed)
    .filter((name) => name.startsWith(`${target}-`))
    .map((name) => join(failed, name))
    .filter((path) => statSync(path).mtimeMs >= started - 1000)
}

function filesIn(folders) {
  return folders.reduce((sum, each) => sum + readdirSync(each).length, 0)
}

async function merged(target, corpus, found) {
  const fresh = join(root, 'build/fuzz/scratch', `${target}-merged`)
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  await run(join(programs, `fuzz_${target}`), ['-set_cover_merge=1', '-use_counters=0', fresh, ...found], {
    cwd: root,
    quiet: true
  })
  rmSync(corpus, { recursive: true, force: true })
  cpSync(fresh, corpus, { recursive: true })
  console.log(`${target}: the corpus now has ${filesIn([corpus])} inputs`)
}

function optionsFrom(words) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      seconds: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string' },
      keep: { type: 'boolean' },
      built: { type: 'boolean' }
    }
  })
  const [seconds, runs, seed] = [values.seconds ?? 10, values.runs ?? -1, values.seed ?? 0].map(Number)
  if (!(seconds > 0)) throw new Error('--seconds must be followed by a number above 0')
  if (!(Number.isInteger(runs) && runs >= -1)) throw new Error('--runs must be followed by a whole number')
  if (!(Number.isInteger(seed) && seed >= 0)) throw new Error('--seed must be followed by a whole number')
  const unknown = positionals.filter((name) => !targets.includes(name))
  if (unknown.length > 0) throw new Error(`No such target: ${unknown.join(', ')}. There are: ${targets.join(', ')}`)
  return {
    seconds,
    runs,
    seed,
    keep: values.keep,
    built: values.built,
    chosen: positionals.length > 0 ? positionals : targets
  }
}

async function main(words) {
  const options = optionsFrom(words)
  if (!options.built) await setUp('test')
  await fuzz(options)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(explain(error))
    process.exitCode = 1
  })
}
