import { chunksOf, partLength, partsOf } from './column-parts.js'
import { packError, unpackError, withPlaceInWhole } from './error-transfer.js'
import { LoadError } from './errors.js'
import { keepWorkers } from './kept-workers.js'
import { inOrder } from './ordered-pool.js'
import { memberOf } from './own.js'
import { inAnyOrder } from './unordered-pool.js'

/** @typedef {import('./ordered-pool.js').Port} Port */
/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./stream-options.js').StreamOptions} StreamOptions */

/**
 * How an entry starts a worker, what it tells it first, and how many there should be; or why it has none.
 * @typedef {{ start: () => import('./ordered-pool.js').WorkerPort, greeting: (mechanism: any, engine: Engine) => unknown, cores: () => number } | { none: string }} Workers
 */

const DEFAULT_MAX_WORKERS = 8

/**
 * What an entry makes of the workers that it has.
 * @param {Workers} workers
 */
export function createStreaming(workers) {
  const kept = areNone(workers) ? workers : { ...workers, start: keepWorkers(workers.start) }
  return {
    /**
     * Private values for all of a column.
     * @param {Engine} engine
     * @param {any} mechanism
     * @param {Float64Array} column that nobody else has; private values are written over it, if not `into` another
     * @param {StreamOptions} options that nobody else has
     * @returns {Promise<Float64Array>}
     */
    async privatiseColumn(engine, mechanism, column, options) {
      const sides = memberOf(mechanism, 'dimensions') ?? 1
      if (column.length % sides !== 0) return mechanism.privatiseAll(column) // which says what is wrong with it
      const { into: values = column } = options
      const pool = await poolFor(kept, engine, mechanism, options, Math.ceil(column.length / partLength(sides)))
      /** @type {ArrayBuffer[]} */
      const spare = []
      const tell = teller(pool, options, column.length)
      await inAnyOrder(
        partsOf(column, sides, spare),
        pool.ports,
        ({ values: part, error }, { from }) => {
          if (error) throw withPlaceInWhole(unpackError(error), from)
          values.set(part, from)
          spare.push(part.buffer)
          tell(part.length)
        },
        options.signal
      )
      return values
    },

    /**
     * Private values for chunk after chunk.
     * @param {Engine} engine
     * @param {any} mechanism
     * @param {unknown} source
     * @param {StreamOptions} options that nobody else has
     * @returns {AsyncGenerator<Float64Array, void, void>}
     */
    async *privatiseChunks(engine, mechanism, source, options) {
      if (options.into !== undefined) throw new TypeError('into is for arrays; chunks come out as arrays of their own')
      const chunks = chunksOf(source)
      const pool = await poolFor(kept, engine, mechanism, options, Number.POSITIVE_INFINITY)
      const tell = teller(pool, options)
      let done = 0
      for await (const { values, error } of inOrder(chunks, pool.ports, options.signal)) {
        if (error) throw withPlaceInWhole(unpackError(error), done)
        done += values.length
        tell(values.length)
        yield values
      }
    }
  }
}

/** @param {object} workers @returns {workers is { none: string }} */
function areNone(workers) {
  return Object.hasOwn(workers, 'none')
}

/**
 * Tells of every part that is private by now.
 * @param {Pool} pool
 * @param {StreamOptions} options
 * @param {number} [total]
 * @returns {(values: number) => void}
 */
function teller({ workers }, { onProgress }, total) {
  let done = 0
  return (values) => {
    done += values
    onProgress?.({ done, total, workers })
  }
}

/** Who draws: workers, or this thread, which is none. @typedef {{ ports: readonly Port[], workers: number }} Pool */

/**
 * As many workers as are asked for and of use, each with its mechanism; or this thread.
 * @param {Workers | { start: () => Port, greeting: (mechanism: any, engine: Engine) => unknown, cores: () => number }} workers
 * @param {Engine} engine
 * @param {any} mechanism
 * @param {StreamOptions} options
 * @param {number} parts how many there are to divide
 * @returns {Promise<Pool>}
 */
async function poolFor(workers, engine, mechanism, { workers: count, signal }, parts) {
  signal?.throwIfAborted()
  if (engine.isSeeded || count === 0 || parts <= 1) return here(mechanism)
  /** @type {Port[]} */
  const ports = []
  try {
    if (areNone(workers)) throw new Error(workers.none)
    const max = count ?? Math.min(DEFAULT_MAX_WORKERS, workers.cores())
    while (ports.length < Math.min(max, parts)) ports.push(workers.start())
    const greeting = workers.greeting(mechanism, engine)
    for (const { error } of await Promise.all(ports.map((port) => port.ask(greeting, [])))) {
      if (error) throw unpackError(error)
    }
    return { ports, workers: ports.length }
  } catch (/** @type {any} */ cause) {
    for (const port of ports) port.end()
    if (count === undefined) return here(mechanism) // the same values, only later
    const advice = 'leave out the option workers to do without them where there are none'
    throw new LoadError(`no worker could be started: ${cause.message}; ${advice}`, { cause })
  }
}

/** This thread, as if it were a worker: one part at a time, and in between whatever else is waiting. @param {any} mechanism @returns {Pool} */
function here(mechanism) {
  const port = {
    waiting: 0,
    /** @param {any} message */
    async ask({ truths }) {
      await pause()
      try {
        return { values: mechanism.privatiseAll(truths, { into: truths }), error: undefined }
      } catch (error) {
        return { values: undefined, error: packError(error) }
      }
    },
    end() {}
  }
  return { ports: [port], workers: 0 }
}

/** Until whatever else is waiting has had its turn. Browsers make timers wait longer the more there are; messages not. */
function pause() {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve))
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(0)
  })
}
