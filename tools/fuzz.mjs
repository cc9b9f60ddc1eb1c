// Builds the fuzzers, replays every input that is kept, and looks for new ones.
//   node tools/fuzz.mjs [--seconds 10 | --runs 4000 [--seed 1]] [--keep] [--built] [calibrations draws ...]
// --seconds: of each target. --runs: so many instead, however long they take. --seed: of the runs, to try the same again (otherwise
// a fresh one). --keep: adds what reached new code to the corpus, which is then as small as it can be. --built: what was built
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
export const targets = ['calibrations', 'draws', 'laws', 'published']

// Sanitizers make everything twenty times slower, and the machine may be busy: an input that hangs hangs longer than this.
const limits = ['-timeout=60', '-rss_limit_mb=2048', '-max_len=400', '-verbosity=0', '-print_final_stats=1']
const slice = 60 // seconds between two signs of life
const hangs = 3 * 60 * 60_000 // milliseconds: runs that take longer than this never end

/** What is fuzzed, and for how long: some seconds or, if they are given, some runs. */
export async function fuzz({
  seconds = 10,
  runs,
  seed = 0,
  keep = false,
  built = false,
  chosen = targets,
  build = join(root, 'build/fuzz')
} = {}) {
  if (!built) {
    const { buildFuzzers } = await import('./build.mjs')
    await buildFuzzers()
  }
  const launcher = runs === undefined ? [] : fixAddresses()
  // Two at a time; if one finds something, the other still comes to its end.
  const waiting = [...chosen]
  const worker = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift())
      await fuzzTarget(target, { seconds, runs, seed, keep, build, launcher })
  }
  const ends = await Promise.allSettled([worker(), worker()])
  for (const { reason } of ends) if (reason) throw reason
}

/** What is compared is tried as input, addresses among it: with those of another run, the same seed finds other inputs. */
function fixAddresses() {
  if (spawnSync('setarch', ['-R', 'true']).status === 0) return ['setarch', '-R']
  console.log('Addresses cannot be fixed here (setarch -R): the same seed may find other inputs next time.')
  return []
}

async function fuzzTarget(target, { seconds, runs, seed, keep, build, launcher }) {
  const corpus = join(folder, 'corpus', target)
  const known = [corpus, join(folder, 'found', target)].filter((each) => existsSync(each))
  const program = [...launcher, programOf(target, build)]
  const failed = join(build, 'failed')
  await tryInputs(target, {
    program,
    failed,
    args: ['-runs=0', ...known],
    success: `${filesIn(known)} inputs replayed`
  })
  const scratch = join(build, 'scratch', target)
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  // In an order of ours: a folder's is another one on every disk, and then the same seed finds other inputs.
  const list = `${scratch}.inputs`
  writeFileSync(list, known.flatMap((each) => readdirSync(each).sort().map((name) => join(each, name))).join(',')) // biome-ignore format: a chain
  const start = [`-seed=${seed}`, `-seed_inputs=@${list}`, '-reload=0', scratch]
  if (runs !== undefined) {
    const done = await tryInputs(target, {
      program,
      failed,
      args: [`-runs=${runs}`, ...start],
      success: 'nothing found'
    })
    // However it came to its end: fewer runs have checked less.
    if (!(done >= runs)) throw new Error(`the fuzzer of ${target} made ${done} runs, and ${runs} were asked for`)
  } else {
    for (let left = seconds; left > 0; left -= slice) {
      const now = Math.min(slice, left)
      const args = [`-max_total_time=${now}`, ...start]
      await tryInputs(target, { program, failed, args, success: `nothing found in ${now} s` })
    }
  }
  if (keep) await mergeCorpus(target, { corpus, found: [scratch, ...known], build })
}

const programOf = (target, build) => join(build, 'tests/adversary/fuzz', `fuzz_${target}`)

/** Runs a target, and says how many runs it made; if it fails, shows the end of what it said, and which input it was. */
async function tryInputs(target, { program: [command, ...before], failed, args, success }) {
  mkdirSync(failed, { recursive: true })
  const prefix = join(failed, `${target}-`)
  const started = Date.now()
  let said
  try {
    const words = [...before, ...limits, `-artifact_prefix=${prefix}`, ...args]
    said = await run(command, words, { cwd: root, quiet: true, timeLimit: hangs })
  } catch (error) {
    const inputs = filesSince(started, target, failed)
    const shown = inputs.map((path) => `  ${relative(root, path)}: ${readFileSync(path).toString('hex')}`)
    // It may not have been an input: a program that is not there, or does not end.
    if (inputs.length === 0) throw new Error(`the fuzzer of ${target} broke down (see above): ${error.message}`)
    throw new Error([`the fuzzer of ${target} found something (see above). Its input:`, ...shown].join('\n'))
  }
  const done = Number(/^stat::number_of_executed_units:\s*(\d+)$/m.exec(said)?.[1])
  console.log(`${target}: ${success} (${done} runs)`)
  return done
}

// An input that failed before is written again under the same name.
function filesSince(started, target, failed) {
  return readdirSync(failed)
    .filter((name) => name.startsWith(`${target}-`))
    .map((name) => join(failed, name))
    .filter((path) => statSync(path).mtimeMs >= started - 1000)
}

function filesIn(folders) {
  return folders.reduce((sum, each) => sum + readdirSync(each).length, 0)
}

async function mergeCorpus(target, { corpus, found, build }) {
  const fresh = join(build, 'scratch', `${target}-merged`)
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  await run(programOf(target, build), ['-set_cover_merge=1', '-use_counters=0', fresh, ...found], {
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
  const [seconds, runs, seed] = [values.seconds ?? 10, values.runs ?? 1, values.seed ?? 0].map(Number)
  if (!(seconds > 0)) throw new Error('--seconds must be followed by a number above 0')
  if (!(Number.isInteger(runs) && runs > 0)) throw new Error('--runs must be followed by a whole number above 0')
  if (values.runs && values.seconds)
    throw new Error('--runs and --seconds exclude each other: runs take the time they take')
  if (!(Number.isInteger(seed) && seed >= 0)) throw new Error('--seed must be followed by a whole number')
  const unknown = positionals.filter((name) => !targets.includes(name))
  if (unknown.length > 0) throw new Error(`No such target: ${unknown.join(', ')}. There are: ${targets.join(', ')}`)
  return {
    seconds,
    runs: values.runs && runs,
    seed,
    keep: values.keep,
    built: values.built,
    chosen: positionals.length > 0 ? positionals : targets
  }
}

async function main(words) {
  const options = optionsFrom(words)
  if (!options.built) await setUp('node tools/fuzz.mjs', ['fuzz'])
  await fuzz(options)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(explain(error))
    process.exitCode = 1
  })
}
