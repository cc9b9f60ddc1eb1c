// Whatever the tour says is what the library says: here it is asked in Node, there it answers in the page. Draws cannot be
// foretold; where they are compared with what they should be, a true page fails less than once in a million times.

import assert from 'node:assert/strict'
import test from 'node:test'
import { load } from 'inbounds/collector'
import { eventually } from '../patience.mjs'
import { openStep, turnTo } from './learn-steps.mjs'
import { numberFrom } from './number-from.mjs'
import { carries, says } from './shows.mjs'
import { datum } from './visit.mjs'

const { ReflectedLaplace, ClampedLaplace, errorOf, reportsNeeded } = await load()
const evenings = { lower: 0, upper: 30, granularity: 1 }
const ages = { lower: 0, upper: 120, granularity: 1 }
const calm = { reducedMotion: 'reduce' }
const SIX_SIGMA = 6

const digits = (value, count) => String(Number(value.toPrecision(count)))
const percent = (share) => `${digits(100 * share, 2)}%`

/** The numbers in the text of an element, in their order. */
async function numbersIn(page, id) {
  const text = await page.locator(`#${id}`).textContent()
  return (text.match(/[−+]?\d[\d,]*(\.\d+)?/g) ?? []).map(numberFrom)
}

test('1: a report is explained by the law, and piles are what was asked for', async (t) => {
  const { page, complaints } = await openStep(t, 'idea', calm)
  const crowd = page.locator('#idea-crowd')
  await says(crowd, 'No reports yet.')
  await turnTo(page, 'idea-own', '7 evenings')
  await page.locator('#idea-send').click()
  await says(crowd, /^1 report: .* Too few to tell\.$/)
  const words = await page.locator('#idea-one').textContent()
  const report = numberFrom(words.match(/The report is (\d+)\./)[1])
  assert.ok(report >= 0 && report <= 30)
  const survey = new ReflectedLaplace({ ...evenings, epsilon: 2 })
  const chances = Array.from({ length: 31 }, (_, truth) => survey.at(truth).pmf(report))
  const max = digits(Math.max(...chances) / Math.min(...chances), 3)
  for (const part of [chances[7], chances[0], chances[30]].map(percent))
    assert.ok(words.includes(part), `${part}: ${words}`)
  assert.ok(words.includes(`at most ${max} times`), words)

  await page.locator('#idea-hundred').click()
  await says(crowd, /^101 reports/)
  await page.locator('#idea-many').click()
  await page.locator('#idea-many').click()
  await says(crowd, /^20,101 reports.*drinks seldom/)
  const [, fewer, , more] = await numbersIn(page, 'idea-crowd')
  // What the crowd’s shares give, from the law of each true number.
  const weights = Array.from({ length: 31 }, (_, truth) => Math.exp(-truth / 5))
  const all = weights.reduce((sum, weight) => sum + weight)
  const low = weights.reduce((sum, weight, truth) => sum + (weight / all) * survey.at(truth).cdf(14), 0)
  const high = weights.reduce((sum, weight, truth) => sum + (weight / all) * survey.at(truth).survival(15), 0)
  // The crowd makes up all of the reports but one.
  for (const [seen, share] of [
    [fewer, low],
    [more, high]
  ]) {
    const deviation = Math.sqrt(20_100 * share * (1 - share))
    assert.ok(Math.abs(seen - 20_100 * share) < SIX_SIGMA * deviation + 1, `${seen}, expected ${20_100 * share}`)
  }
  await page.locator('#idea-clear').click()
  await says(crowd, 'No reports yet.')
  await says(page.locator('#idea-one'), '')
  assert.deepEqual(complaints, [])
})

test('1: nothing that was asked for is lost when the next button comes at once', async (t) => {
  const { page } = await openStep(t, 'idea', { reducedMotion: 'no-preference' })
  for (let press = 0; press < 3; ++press) await page.locator('#idea-many').click()
  await says(page.locator('#idea-crowd'), /^30,000 reports/)
})

test('2: the factor is that of the two laws at the report that is dragged, and the most is the audit’s', async (t) => {
  const { page, complaints } = await openStep(t, 'epsilon')
  async function assertSays(epsilon, report) {
    const survey = new ReflectedLaplace({ ...evenings, epsilon })
    const [ann, ben] = [survey.at(0).pmf(report), survey.at(30).pmf(report)]
    const factor = digits(Math.max(ann / ben, ben / ann), 3)
    const [largest, promised] = [survey.audit().epsilon, epsilon].map((loss) => Math.ceil(100 * Math.exp(loss)) / 100)
    await eventually(async () => {
      const words = await page.locator('#epsilon-factor').textContent()
      const start = `Ann reports ${report} in ${percent(ann)} of all cases, Ben in ${percent(ben)}`
      assert.ok(words.startsWith(start), words)
      assert.ok(words.includes(factor === '1' ? 'no hint at all' : `${factor} times as likely`), `${factor}: ${words}`)
      const max = await page.locator('#epsilon-most').textContent()
      const hasBoth = max.includes(`is ${largest}. `) && max.endsWith(`which is ${promised}.`)
      assert.ok(hasBoth, `${largest}, ${promised}: ${max}`)
    })
    await says(page.locator('#odds-words'), `${digits((100 * ann) / (ann + ben), 3)}% Ann`)
  }
  await assertSays(1, 6)
  const plot = await page.locator('#epsilon-chart .u-over').boundingBox()
  const xOf = (report) => plot.x + (report / 30) * plot.width
  const middle = plot.y + plot.height / 2
  await page.mouse.move(xOf(6), middle)
  await page.mouse.down()
  await page.mouse.move(xOf(28), middle, { steps: 4 })
  await page.mouse.up()
  await assertSays(1, 28)
  await turnTo(page, 'epsilon-value', '2.5')
  await assertSays(2.5, 28)
  await turnTo(page, 'epsilon-report', '15')
  await assertSays(2.5, 15)
  assert.deepEqual(complaints, [])
})

test('3: shares beyond and at the bounds are exact, and only noise without bounds gives what is no age', async (t) => {
  const { page, complaints } = await openStep(t, 'bounds')
  for (const [epsilon, age] of [
    [4, 12],
    [0.5, 90]
  ]) {
    await turnTo(page, 'bounds-epsilon', String(epsilon))
    await turnTo(page, 'bounds-age', `${age} years`)
    const infinite = { lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY, sensitivity: 120 }
    const free = new ReflectedLaplace({ ...ages, ...infinite, epsilon })
    const [cut, mirror] = [new ClampedLaplace({ ...ages, epsilon }), new ReflectedLaplace({ ...ages, epsilon })]
    const [below, above] = [free.at(age).cdf(-1), free.at(age).survival(120)]
    const expected = {
      free: [below + above, below, above],
      cut: [cut.at(age).pmf(0), cut.at(age).pmf(120)],
      mirror: [mirror.at(age).pmf(0), mirror.at(age).pmf(120)]
    }
    for (const [name, mechanism] of Object.entries({ free, cut, mirror })) {
      await eventually(async () => {
        const words = await page.locator(`#bounds-${name}-words`).textContent()
        assert.deepEqual(words.match(/[\d.e−]+%/g), expected[name].map(percent), words)
        assert.ok(words.endsWith(`Scale of the noise: ${digits(mechanism.scale, 3)}.`), words)
      })
    }
  }
  let impossible = 0
  const all = () => page.locator('[id^=bounds-][id$=-answers]').allTextContents()
  for (let press = 0; press < 10; ++press) {
    const before = await all()
    await page.locator('#bounds-draw').click()
    await eventually(async () => assert.notDeepEqual(await all(), before)) // thirty agree by chance less than once in 10^12
    for (const name of ['free', 'cut', 'mirror']) {
      const answers = await numbersIn(page, `bounds-${name}-answers`)
      assert.equal(answers.length, 10)
      const outside = answers.filter((answer) => answer < 0 || answer > 120).length
      assert.equal(await page.locator(`#bounds-${name}-answers .impossible`).count(), outside)
      if (name === 'free') impossible += outside
      else assert.equal(outside, 0)
    }
  }
  // Of 100 answers; each is one with a chance of well over a half.
  assert.ok(impossible > 10, `${impossible} of 100`)
  assert.deepEqual(complaints, [])
})

test('4: the bias is the law’s; the plain average has it, and the collector’s estimate has not', async (t) => {
  const { page, complaints } = await openStep(t, 'bias')
  await turnTo(page, 'bias-epsilon', '4')
  await turnTo(page, 'bias-truth', '2 evenings')
  const found = page.locator('#bias-found').filter({ hasText: /true number is 2: .* estimates/ })
  await found.waitFor()
  const law = new ReflectedLaplace({ ...evenings, epsilon: 4 }).at(2)
  const cut = new ClampedLaplace({ ...evenings, epsilon: 4 }).at(2)
  const expected = [2, ...[law.mean, law.bias, cut.bias].map((value) => Number(value.toFixed(2)))]
  await eventually(async () => assert.deepEqual((await numbersIn(page, 'bias-law')).slice(0, 4), expected))
  const before = await found.textContent()
  // Two collections can look alike to the digits shown, but not ten.
  for (let press = 0; press < 10 && (await found.textContent()) === before; ++press) {
    await page.locator('#bias-collect').click()
  }
  await eventually(async () => assert.notEqual(await found.textContent(), before))
  const [people, , plain, value, , low, high] = await numbersIn(page, 'bias-found')
  assert.equal(people, 20_000)
  assert.ok(Math.abs(plain - law.mean) < SIX_SIGMA * Math.sqrt(law.variance / people) + 0.01, `${plain}, ${law.mean}`)
  assert.ok(low <= value && value <= high)
  // The interval is of 95%, some two deviations: five times its length is far more than six of them.
  assert.ok(Math.abs(value - 2) < 5 * (high - low), `${value} from ${low} to ${high}`)
  assert.ok(Math.abs(value - 2) < Math.abs(plain - 2) / 3)
  assert.deepEqual(complaints, [])
})

test('5: sensitivities, scales and errors of both ways are the library’s', async (t) => {
  const { page, complaints } = await openStep(t, 'trust')
  await turnTo(page, 'trust-people', '5,000')
  await turnTo(page, 'trust-epsilon', '0.5')
  const local = new ReflectedLaplace({ ...evenings, epsilon: 0.5 })
  const central = new ReflectedLaplace({ lower: 0, upper: 30, epsilon: 0.5, sensitivity: 30 / 5000 })
  for (const [name, mechanism] of Object.entries({ local, central })) {
    await carries(page, `trust-${name}-sensitivity`, [mechanism.sensitivity])
    await carries(page, `trust-${name}-scale`, [mechanism.scale])
  }
  const localError = page.locator('#trust-local-error')
  await says(localError, /±/) // when the collector is there
  await carries(page, 'trust-local-error', [errorOf({ mechanism: local, reports: 5000 })])
  const weights = Array.from({ length: 31 }, (_, truth) => Math.exp(-truth / 5))
  const mean =
    weights.reduce((sum, weight, truth) => sum + weight * truth, 0) / weights.reduce((sum, weight) => sum + weight)
  const [low, high] = central.at(mean).interval(0.95)
  const [error] = await datum(page, 'trust-central-error')
  assert.ok(Math.abs(error - (high - low) / 2) < 1e-3 * error, `${error}`)
  await turnTo(page, 'trust-people', '10')
  await says(localError, 'not at all')
  assert.deepEqual(complaints, [])
})

test('6: errors and numbers of people are those that errorOf and reportsNeeded give', async (t) => {
  const { page, complaints } = await openStep(t, 'choosing')
  for (const [epsilon, people, error] of [
    [1, 10_000, 1],
    [2.5, 200, 0.5],
    [0.25, 1_000_000, 0.3]
  ]) {
    await turnTo(page, 'choosing-epsilon', String(epsilon))
    await turnTo(page, 'choosing-people', people.toLocaleString('en-GB'))
    await turnTo(page, 'choosing-error', `± ${error}`)
    const mechanism = new ReflectedLaplace({ ...evenings, epsilon })
    const off = errorOf({ mechanism, reports: people })
    const needed = reportsNeeded({ mechanism, error })
    await eventually(async () => {
      const found = await page.locator('#choosing-found').textContent()
      assert.ok(found.includes(`± ${digits(off, 3)} evenings`), `${off}: ${found}`)
      assert.equal(found.endsWith('That is enough.'), off <= error)
      assert.ok((await numbersIn(page, 'choosing-needed')).includes(needed), `${needed}`)
    })
    const sure = Math.ceil(1000 / (1 + Math.exp(-epsilon))) / 10
    await says(page.locator('#choosing-promise'), new RegExp(`can become ${sure}% sure at most`))
  }
  assert.deepEqual(complaints, [])
})

test('7: a thousand fresh answers give the truth away, one that is kept does not; epsilons add up', async (t) => {
  const { page, complaints } = await openStep(t, 'again', calm)
  await turnTo(page, 'again-epsilon', '2')
  await carries(page, 'again-fresh-spent', [2])
  const [first] = await datum(page, 'again-fresh-guess')
  const [firstSure] = await datum(page, 'again-fresh-sure')
  const survey = new ReflectedLaplace({ ...evenings, epsilon: 2 })
  // The first answer is one of 31, and what it says about 4 and 24 is Bayes' rule on the library's probabilities.
  const possible = Array.from({ length: 31 }, (_, answer) => {
    const [one, other] = [survey.at(4).pmf(answer), survey.at(24).pmf(answer)]
    return one / (one + other)
  })
  assert.ok(
    possible.some((sure) => Math.abs(sure - firstSure) < 1e-9),
    `${firstSure}`
  )
  await page.locator('#again-run').click()
  await says(page.locator('#again-times-shown'), '1,000')
  await says(page.locator('#again-fresh-sure'), 'over 99.99%')
  const [guess] = await datum(page, 'again-fresh-guess')
  // An average of 1,000 answers, over how fast averages grow with the truth near 4.
  const slope = Math.min(...[1, 2, 3, 4, 5, 6].map((truth) => survey.at(truth + 1).mean - survey.at(truth).mean))
  const room = (SIX_SIGMA * Math.sqrt(survey.at(4).variance / 1000)) / slope
  assert.ok(Math.abs(guess - 4) < room, `${guess} is not within ${room} of 4`)
  await carries(page, 'again-kept-guess', [first])
  await carries(page, 'again-kept-sure', [firstSure])
  await carries(page, 'again-fresh-spent', [2000])
  await carries(page, 'again-kept-spent', [2])
  await page.locator('#again-anew').click()
  await carries(page, 'again-fresh-spent', [2])
  assert.deepEqual(complaints, [])
})
