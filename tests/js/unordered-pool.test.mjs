// The pool behind privatiseStream of an array, with workers that answer when the test says so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { portOf } from '../../bindings/js/ordered-pool.js'
import { inAnyOrder } from '../../bindings/js/unordered-pool.js'

/** A worker that keeps what it is asked until it is told to answer. */
function hesitant() {
  const questions = []
  const port = portOf(
    (message) => questions.push(message),
    () => {}
  )
  return { port, questions, answer: () => port.answer(questions.shift()) }
}

const numberTasks = (count) => Array.from({ length: count }, (_, message) => ({ message })).values()

test('a worker that takes its time keeps nobody from working', async () => {
  const [slow, quick] = [hesitant(), hesitant()]
  const taken = []
  const all = inAnyOrder(numberTasks(20), [slow.port, quick.port], (answer) => taken.push(answer))
  assert.deepEqual([slow.questions, quick.questions], [[0, 2], [1, 3]], 'a first task for each before a second for any') // biome-ignore format: what each has
  for (let answers = 0; answers < 18; ++answers) {
    quick.answer()
    await turn()
  }
  assert.deepEqual(taken, [1, 3, ...Array.from({ length: 16 }, (_, at) => at + 4)])
  slow.answer()
  slow.answer()
  await all
  assert.deepEqual(taken.slice(18), [0, 2])
  assert.ok(slow.port.hasEnded && quick.port.hasEnded)
})

test('of several failures that of the earliest task is heard, when all that was begun is done', async () => {
  const [one, two] = [hesitant(), hesitant()]
  const take = (answer) => {
    if (answer !== 2) throw new Error(`task ${answer}`)
  }
  let isOver = false
  const all = inAnyOrder(numberTasks(20), [one.port, two.port], take).finally(() => (isOver = true))
  two.answer() // task 1
  await turn()
  two.answer() // task 3
  await turn()
  assert.deepEqual([one.questions, two.questions, isOver], [[0, 2], [], false], 'nothing more is begun') // biome-ignore format: what each has
  one.answer()
  one.answer()
  await assert.rejects(all, { message: 'task 0' })
})

test('a source that throws is heard after the tasks before it, and a worker that fails with its own error', async () => {
  function* breakAfterTwo() {
    yield* numberTasks(2)
    throw new TypeError('no such truth')
  }
  const one = hesitant()
  const all = inAnyOrder(breakAfterTwo(), [one.port], () => {})
  one.answer()
  await turn()
  one.answer()
  await assert.rejects(all, { name: 'TypeError', message: 'no such truth' })

  const [lost, other] = [hesitant(), hesitant()]
  const rest = inAnyOrder(numberTasks(9), [lost.port, other.port], () => {})
  lost.port.fail(new Error('out of memory'))
  await turn()
  other.answer()
  other.answer()
  await assert.rejects(rest, { message: 'out of memory' })
})

test('an abort ends the workers at once, and its reason is what is thrown', async () => {
  const [one, two] = [hesitant(), hesitant()]
  const controller = new AbortController()
  const all = inAnyOrder(
    numberTasks(20),
    [one.port, two.port],
    () => assert.fail('nothing was answered'),
    controller.signal
  )
  controller.abort(new Error('enough'))
  assert.ok(one.port.hasEnded && two.port.hasEnded)
  await assert.rejects(all, { message: 'enough' })
})

test('without tasks there is nothing to wait for', async () => {
  const idle = hesitant()
  await inAnyOrder(numberTasks(0), [idle.port], () => assert.fail('nothing was asked'))
  assert.ok(idle.port.hasEnded)
})
