// Computes what was chosen of the catalogue, from the package, and writes the report with its data and figures.

import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { numbersCsv, pointsCsv } from './data-files.mjs'
import { judge } from './judge.mjs'
import { chartSvg } from './plot/svg.mjs'
import { progressOn } from './progress.mjs'
import { reportPage } from './report/page.mjs'

/** Of all that is drawn: two runs give the same files. Any other seed gives other accuracies in Figure 2 of Holohan et al., other reports to our own collector and draws to be attacked, and nothing else. */
export const SEED = 2020

/** @typedef {import('./choose.mjs').Entry} Entry */
/** @typedef {import('../../web/papers/computations/result.js').Result} Result */
/** @typedef {{ entry: Entry, result: Result, judgement: import('./judge.mjs').Judgement, figures: string[] }} Reproduced figures: the names of their files */

/**
 * @param {{ entries: readonly Entry[], folder: string, date?: Date, output?: Parameters<typeof progressOn>[1] }} wishes
 * @returns {Promise<Reproduced[]>}
 */
export async function reproduce({ entries, folder, date = new Date(), output }) {
  // Not imported at the top: it may only just have been built.
  const { loadSeeded } = await import('inbounds/testing')
  // The page first: it must not outlive what it shows.
  for (const part of ['index.html', 'index.html.part', 'numbers', 'figures'])
    await rm(join(folder, part), { recursive: true, force: true })
  for (const part of ['numbers', 'figures']) await mkdir(join(folder, part), { recursive: true })

  const item = progressOn(entries.length, output)
  /** @type {Reproduced[]} */
  const done = []
  for (const [at, entry] of entries.entries()) {
    const progress = item(at + 1, `${entry.id}, ${entry.title}`)
    // Each from the beginning of the seed, so that one alone gives the same numbers as all of them.
    const result = await entry.compute(await loadSeeded(SEED), { onProgress: progress.advance })
    const judgement = judge(entry, result)
    const figures = await writeFiles(folder, entry, result)
    done.push({ entry, result, judgement, figures })
    progress.end(judgement.words)
  }
  const { build } = await loadSeeded(SEED)
  const page = await reportPage(done, { build, sha256: await wasmSum(), date, seed: SEED })
  // Written under another name first: whatever interrupts this, there is no half of a report.
  await writeFile(join(folder, 'index.html.part'), page)
  await rename(join(folder, 'index.html.part'), join(folder, 'index.html'))
  return done
}

/** @param {string} folder @param {Entry} entry @param {Result} result */
async function writeFiles(folder, { id }, result) {
  await writeFile(join(folder, 'numbers', `${id}.csv`), numbersCsv(result))
  const names = figureNames(id, result.charts)
  for (const [at, chart] of result.charts.entries()) {
    await writeFile(join(folder, 'figures', `${names[at]}.csv`), pointsCsv(chart))
    await writeFile(join(folder, 'figures', `${names[at]}.svg`), chartSvg(chart, names[at] ?? id, { alone: true }))
  }
  return names
}

/** A second and a third chart are b and c. @param {string} id @param {readonly unknown[]} charts */
export function figureNames(id, charts) {
  return charts.map((_, at) => (at === 0 ? id : `${id}${String.fromCharCode(97 + at)}`))
}

/** The very file that computed: whoever has the same one gets the same numbers. */
async function wasmSum() {
  const file = fileURLToPath(import.meta.resolve('inbounds/inbounds.wasm'))
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/** What to say if something came out other than expected. @param {readonly Pick<Reproduced, 'entry' | 'judgement'>[]} done @returns {string | undefined} */
export function complaintAbout(done) {
  const wrong = done.filter(({ judgement }) => judgement.status === 'unexpected')
  if (wrong.length === 0) return undefined
  const stories = wrong.map(({ entry, judgement }) => `  ${entry.id}: ${judgement.problems.join('; ')}`)
  return `Not reproduced, and no erratum says why:\n${stories.join('\n')}`
}
