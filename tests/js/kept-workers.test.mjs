// Workers that are kept for a while: taken again, ended when nobody comes, and never taken away from whoever has them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepWorkers } from '../../bindings/js/kept-workers.js'

/** Ports that write down what becomes of them, as those of the pool would. */
function pool(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const ports = []
  const take = keepWorkers(() => {
    const port = {
      waiting: 0,
      hasEnded: false,
      ask: async () => ({}),
      end() {
        port.hasEnded = true
      }
    }
    ports.push(port)
    return port
  })
  return { ports, take }
}

test('a worker that has nothing to do is taken again, and ended when nobody comes', (t) => {
  const { ports, take } = pool(t)
  take().end()
  t.mock.timers.tick(1900)
  take().end()
  assert.equal(ports.length, 1)
  t.mock.timers.tick(1900)
  assert.equal(ports[0].hasEnded, false)
  t.mock.timers.tick(200)
  assert.equal(ports[0].hasEnded, true)
  take()
  assert.equal(ports.length, 2)
})

test('a worker in the middle of something is ended, and not taken again', (t) => {
  const { ports, take } = pool(t)
  const port = take()
  ports[0].waiting = 1
  port.end()
  assert.equal(ports[0].hasEnded, true)
  take()
  assert.equal(ports.length, 2)
})

test('who ends a worker twice, as a stream that is aborted does, does not end it for the next one', (t) => {
  const { ports, take } = pool(t)
  const aborted = take()
  aborted.end()
  aborted.end()
  const next = take()
  aborted.end()
  t.mock.timers.tick(60_000)
  assert.equal(ports[0].hasEnded, false)
  assert.equal(take() === next, false)
  assert.equal(ports.length, 2, 'it is not handed to two')
})
