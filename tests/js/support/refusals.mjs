import assert from 'node:assert/strict'
import { ParameterError } from 'inbounds'

/** The message of every case, and that it is an error of its kind with the parameter and the value that were wrong. */
export function assertRefusals(Mechanism, defaults, cases) {
  for (const [change, message, parameter = Object.keys(change).at(-1), value = change[parameter]] of cases) {
    assert.throws(
      () => new Mechanism({ ...defaults, ...change }),
      (error) => {
        assert.equal(error.message, message)
        assert.ok(error instanceof ParameterError && error instanceof RangeError)
        assert.equal(error.name, 'ParameterError')
        assert.equal(error.parameter, parameter)
        assert.ok(Object.is(error.value, value), `${parameter} was ${error.value}`)
        return true
      }
    )
  }
}
