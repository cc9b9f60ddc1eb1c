import assert from 'node:assert/strict'

/** Relative, or absolute below 1. */
export function assertClose(actual, expected, tolerance = 1e-12, what = '') {
  const allowed = tolerance * Math.max(1, Math.abs(expected))
  assert.ok(Math.abs(actual - expected) <= allowed, `${what} ${actual} is not ${expected}`.trim())
}

/** Relative, whatever the size. */
export function assertRelative(actual, expected, tolerance, what = '') {
  const allowed = tolerance * Math.abs(expected)
  assert.ok(Math.abs(actual - expected) <= allowed, `${what}: ${actual} is not ${expected}`)
}
