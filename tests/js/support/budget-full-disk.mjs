// Spends from a budget on a disk that is filled up and freed again; says what happened as JSON.
// Arguments: a folder on a small disk.

import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore, PrivacyBudget } from 'inbounds/budget'
import { counting } from './counting-mechanism.mjs'

const [folder] = process.argv.slice(2)
const store = fileStore(join(folder, 'budget.json'))
const budget = new PrivacyBudget({ epsilon: 10, store })
const mechanism = counting({ epsilon: 0.1 })

async function tryTo(what) {
  try {
    return { value: await what() }
  } catch (error) {
    return { name: error.name, message: error.message, cause: error.cause?.code }
  }
}

/** Fills what is left of the disk, but for some pages. */
function fill(pages) {
  const page = Buffer.alloc(4096)
  let count = 0
  try {
    for (;;) writeFileSync(join(folder, `filler-${count++}`), page)
  } catch {
    for (let freed = 0; freed <= pages; ++freed) rmSync(join(folder, `filler-${--count}`))
  }
}

const free = () => {
  for (const name of readdirSync(folder)) if (name.startsWith('filler')) rmSync(join(folder, name))
}

const report = { before: await tryTo(() => budget.privatise(mechanism, 1)) }
// A record of several pages, so that a part of the next one can be written before the disk is full.
for (let at = 0; at < 60; ++at) await budget.spend({ epsilon: 0.01 }, { question: `question ${at} of a long survey` })
for (const pages of [0, 1, 2]) {
  fill(pages)
  report[pages] = [await tryTo(() => budget.privatise(mechanism, 1)), await tryTo(() => budget.privatise(mechanism, 1))]
  report[`records ${pages}`] = readdirSync(join(folder, 'budget.json.spent'))
  report[`spent ${pages}`] = (await budget.spent()).epsilon
  free()
}
report.after = await tryTo(() => budget.privatise(mechanism, 1))
report.spent = (await new PrivacyBudget({ epsilon: 10, store: fileStore(join(folder, 'budget.json')) }).spent()).epsilon
console.log(JSON.stringify(report))
