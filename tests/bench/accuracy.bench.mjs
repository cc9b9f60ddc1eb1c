// How close estimates come to the truth, beside what others do with the same epsilon: the tables of web/docs/collecting.md.
// Minutes of both processors, so it runs only when it is named; with --write the tables go into the page.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { accuracyLines, epsilons, sizes, writeAccuracy } from '../../tools/accuracy-table.mjs'

const runs = 5
const atATime = 2

export async function rows() {
  const settings = epsilons.flatMap((epsilon) => sizes.map((people) => ({ epsilon, people })))
  const results = await allOf(settings.map((setting, at) => ({ ...setting, runs, seed: at + 1 })))
  const lines = accuracyLines(results)
  console.log(`\n${lines.join('\n')}\n`)
  if (process.argv.includes('--write')) await writeAccuracy(lines)
  return [claim(results, 'cosines'), claim(results, 'smoothing 0')]
}

/** What the defaults rest on: histograms by likelihood with smoothing are nearer on average. */
function claim(results, way) {
  const sum = (name) => results.reduce((total, { distance }) => total + distance[name] / results.length, 0)
  const [ours, others] = [sum('likelihood'), sum(way)]
  return {
    what: `Wasserstein-1 distance by likelihood, and by ${way}`,
    value: `${ours.toFixed(3)} ${others.toFixed(3)}`,
    ratio: ours / others,
    bar: 'smaller by likelihood',
    pass: ours < others
  }
}

/** In processes of their own; the longest come first, and answers stay in the order of the settings. */
async function allOf(settings) {
  const results = new Array(settings.length)
  const waiting = settings.map((setting, at) => ({ setting, at })).sort((a, b) => a.setting.people - b.setting.people)
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const worker = new Worker(new URL('./accuracy/worker.mjs', import.meta.url), { workerData: next.setting })
      const [errors] = await once(worker, 'message')
      results[next.at] = { ...next.setting, ...errors }
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return results
}
