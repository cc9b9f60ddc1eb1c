// A budget in a file: what pays for releases on the command line, and what refuses them.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { AGE, inFolder, run } from './command.mjs'

const input = 'name,age,score\na,37,1\nb,52,9\n'
const privatise = (...more) => ['privatise', '--column', 'age', ...AGE, '--budget', 'budget.json', ...more]

/** @param {import('./command.mjs').Folder} folder @param {string[]} terms */
async function newBudget(folder, ...terms) {
  const answer = await run(['budget', 'budget.json', '--epsilon', '2', ...terms], { folder })
  assert.equal(answer.code, 0, answer.errors)
}

/** @param {import('./command.mjs').Folder} folder */
async function standing(folder) {
  const shown = await run(['budget', 'budget.json', '--json'], { folder })
  assert.equal(shown.code, 0, shown.errors)
  return JSON.parse(shown.output)
}

test('releases are paid for until the budget is spent, and then nothing is written', () =>
  inFolder(async (folder) => {
    await newBudget(folder)
    for (const spent of [1, 2]) {
      const { code, output, errors } = await run(privatise(), { folder, input })
      assert.equal(code, 0, errors)
      assert.equal(output.split('\n').length, 4)
      assert.match(errors, new RegExp(`Budget 'budget.json': epsilon ${spent} of 2 is spent`))
    }
    const refused = await run(privatise(), { folder, input })
    assert.equal(refused.code, 3)
    assert.equal(refused.output, '')
    assert.match(
      refused.errors,
      /^inbounds: this release would cost epsilon 1; one more may cost at most epsilon 0, of a budget of epsilon 2\. Nothing was drawn\./
    )
    const { spent, remaining, history } = await standing(folder)
    assert.deepEqual({ ...spent, ...remaining }, { epsilon: 0, delta: 0, releases: 2, composition: 'basic' })
    assert.equal(spent.epsilon, 2)
    assert.deepEqual(history.map(({ question, mechanism, releases }) => [question, mechanism, releases]), [['age', 'ReflectedLaplace', 2]]) // biome-ignore format: one line
  }))

test('several columns are paid for together, to the last digit, or not at all', () =>
  inFolder(async (folder) => {
    assert.equal((await run(['budget', 'budget.json', '--epsilon', '0.3'], { folder })).code, 0)
    const words = ['privatise', '--column', 'age', '--column', 'score', '--lower', '0', '--upper', '120', '--budget', 'budget.json'] // biome-ignore format: one command
    const dear = await run([...words, '--epsilon', '0.1', '--epsilon', '0.25'], { folder, input })
    assert.equal(dear.code, 3, dear.errors)
    assert.equal((await standing(folder)).spent.epsilon, 0)
    const fits = await run([...words, '--epsilon', '0.1', '--epsilon', '0.2', '--output', 'out.csv', '--json'], {
      folder,
      input
    })
    assert.equal(fits.code, 0, fits.errors)
    assert.equal(JSON.parse(fits.output).budget.spent.epsilon, 0.3)
  }))

test('an error in the data costs nothing; a stream is paid for before its first byte', () =>
  inFolder(async (folder) => {
    await newBudget(folder)
    const broken = 'name,age\na,37\nb,old\n'
    assert.equal((await run(privatise(), { folder, input: broken })).code, 1)
    assert.equal((await run(privatise('--output', 'out.csv'), { folder, input: broken })).code, 1)
    assert.equal((await standing(folder)).spent.epsilon, 0)
    assert.equal((await run(privatise('--stream'), { folder, input: broken })).code, 1)
    assert.equal((await standing(folder)).spent.epsilon, 1)
    assert.deepEqual(folder.names, ['budget.json', 'budget.json.spent'])
  }))

test('two runs at the same time do not spend the same epsilon', () =>
  inFolder(async (folder) => {
    await newBudget(folder)
    const runs = await Promise.all(Array.from({ length: 5 }, () => run(privatise('--threads', '1'), { folder, input })))
    assert.deepEqual(runs.map(({ code }) => code).sort(), [0, 0, 3, 3, 3])
    for (const { code, output } of runs) assert.equal(output === '', code === 3)
    assert.equal((await standing(folder)).spent.releases, 2)
  }))

test('a budget is not made on the way, nor begun anew, nor changed', () =>
  inFolder(async (folder) => {
    const missing = await run(privatise(), { folder, input })
    assert.equal(missing.code, 2)
    assert.match(missing.errors, /there is no 'budget\.json'; to make one: inbounds budget budget\.json --epsilon 3/)
    assert.deepEqual(folder.names, [])
    await newBudget(folder, '--period', 'month')
    const second = await run(['budget', 'budget.json', '--epsilon', '9'], { folder })
    assert.equal(second.code, 1)
    assert.match(second.errors, /'budget\.json' is there already/)
    rmSync(join(folder.path, 'budget.json.spent'), { recursive: true })
    const gone = await run(privatise(), { folder, input })
    assert.equal(gone.code, 1)
    assert.match(
      gone.errors,
      /the budget 'budget\.json' cannot be used: its record in 'budget\.json\.spent' is gone; nothing was released/
    )
    writeFileSync(join(folder.path, 'budget.json'), '{}')
    assert.match((await run(privatise(), { folder, input })).errors, /it is damaged, or holds something else/)
  }))

test('wrong terms get a sentence, and make no file', () =>
  inFolder(async (folder) => {
    for (const [terms, error] of [
      [['--epsilon', '0'], 'epsilon must be greater than 0 and finite, got 0'],
      [['--epsilon', '1', '--delta', '1'], 'delta must be from 0 to less than 1, got 1'],
      [['--epsilon', '1', '--delta', '0.1', '--slack', '0.2'], 'slack must be from 0 to delta (0.1), got 0.2'],
      [
        ['--epsilon', '1', '--period', 'fortnight'],
        "period must be 'day' or 'week' or 'month' or 'year', got 'fortnight'"
      ],
      [['--delta', '0.1'], 'epsilon is required to make a budget: what all releases may cost']
    ]) {
      const { code, errors } = await run(['budget', 'budget.json', ...terms], { folder })
      assert.equal(code, 2)
      assert.equal(errors.trim(), `inbounds: ${error}`)
    }
    assert.deepEqual(folder.names, [])
    const nothing = await run(['budget'], { folder })
    assert.equal(nothing.code, 2)
    assert.match(nothing.errors, /budget takes a file, as in/)
  }))
