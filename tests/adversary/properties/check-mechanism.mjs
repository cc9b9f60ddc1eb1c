// What holds of every mechanism, however it was made.

import assert from 'node:assert/strict'

/** @param {any} mechanism */
export function checkMechanism(mechanism) {
  const { epsilon, delta, scale, steps } = mechanism
  assert.ok(epsilon >= 0 && epsilon <= 700, `epsilon ${epsilon}`)
  assert.ok(delta >= 0 && delta < 1, `delta ${delta}`)
  assert.ok(scale > 0 && scale < Infinity, `scale ${scale}`)
  for (const each of [steps].flat()) assert.ok(each >= 1, `steps ${each}`)
  const audit = mechanism.audit()
  assert.ok(audit.epsilon >= 0 && audit.epsilon <= epsilon, `loses ${audit.epsilon} of ${epsilon}`)
  assert.ok(audit.delta >= 0 && audit.delta <= delta, `needs ${audit.delta} of ${delta}`)
  for (const place of [audit.truth, audit.neighbour, audit.output].flat()) assert.ok(Number.isFinite(place))
  const text = mechanism.describe()
  assert.ok(text.length > 40)
  assert.doesNotMatch(text, /undefined|NaN|\[object/)
}
