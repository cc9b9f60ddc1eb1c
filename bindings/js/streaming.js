import { checkOptions, shown } from './arguments.js'
import { apartFrom, targetFor } from './column.js'
import { chunksOf, partLength, partsOf } from './column-parts.js'
import { LoadError, ParameterError } from './errors.js'
import { counted, packed, unpacked } from './fault-in-transit.js'
import { keeping } from './kept-workers.js'
import { inOrder } from './ordered-pool.js'
import { inAnyOrder } from './unordered-pool.js'

/** @typedef {import('./ordered-pool.js').Port} Port */
/** @typedef {import('./engine.js').Engine} Engine */

/**
 * How far `privatiseStream` is.
 * @typedef {object} Progress
 * @property {number} done how many values are private by now
 * @property {number | undefined} total how many there are, if the source is an array
 * @property {number} workers how many workers are at it; 0 if it is done in this thread
 */

/**
 * What `privatiseStream` may be told.
 * @typedef {object} StreamOptions
 * @property {AbortSignal} [signal] ends it; its reason is what is thrown
 * @property {(progress: Progress) => void} [onProgress] called after each part
 * @property {number} [workers] how many workers at most, from 0 to 64; 0: in this thread, with pauses in which a page can
 *   breathe. Default: as many as the machine has cores, but no more than 8, and none where none can be started
 * @property {Float64Array} [into] for an array: one to write to, as long as the truths; it may be the truths themselves. If
 *   anything fails, it is full of NaN
 */

/**
 * How an entry starts a worker, what it tells it first, and how many there should be; or why it has none.
 * @typedef {{ start: () => import('./ordered-pool.js').WorkerPort, greeting: (mechanism: any, engine: Engine) => unknown, cores: () => number } | { none: string }} Workers
 */

const MOST_WORKERS = 64
const MOST_BY_DEFAULT = 8

/**
 * What an entry makes of the workers that it has.
 * @param {Workers} workers
 */
export function streamingWith(workers) {
  const kept = 'none' in workers ? workers : { ...workers, start: keeping(workers.start) }
  return {
    /**
     * Private values for all of a column.
     * @param {Engine} engine
     * @param {any} mechanism
     * @param {ArrayLike<number>} column
     * @param {unknown} given
     * @returns {Promise<Float64Array>}
     */
    async privatiseColumn(engine, mechanism, column, given) {
      const options = optionsFrom(given, engine)
      const sides = mechanism.dimensions ?? 1
      if (column.length % sides !== 0) return mechanism.privatiseAll(column) // which says what is wrong with it
      const truths = /** @type {Float64Array} */ (column)
      let values = options.into === undefined ? undefined : targetFor(options.into, truths)
      const ports = await portsFor(kept, engine, mechanism, options, Math.ceil(column.length / partLength(sides)))
      /** @type {ArrayBuffer[]} */
      const spare = []
      const tell = teller(ports, options, column.length)
      try {
        await inAnyOrder(
          partsOf(apartFrom(column, values), sides, spare),
          ports,
          ({ values: part, fault }, { from }) => {
            if (fault) throw counted(unpacked(fault), from)
            values ??= targetFor(undefined, truths) // while the workers draw: it takes its time
            values.set(part, from)
            spare.push(part.buffer)
            tell(part.length)
          },
          options.signal
        )
      } catch (error) {
        values?.fill(Number.NaN) // no part of a release that failed is left, nor truths that could be taken for one
        throw error
      }
      return values ?? targetFor(undefined, truths)
    },

    /**
     * Private values for chunk after chunk.
     * @param {Engine} engine
     * @param {any} mechanism
     * @param {unknown} source
     * @param {unknown} given
     * @returns {AsyncGenerator<Float64Array, void, void>}
     */
    async *privatiseChunks(engine, mechanism, source, given) {
      const options = optionsFrom(given, engine)
      if (options.into !== undefined) throw new TypeError('into is for arrays; chunks come out as arrays of their own')
      const chunks = chunksOf(source)
      const ports = await portsFor(kept, engine, mechanism, options, Number.POSITIVE_INFINITY)
      const tell = teller(ports, options)
      let done = 0
      for await (const { values, fault } of inOrder(chunks, ports, options.signal)) {
        if (fault) throw counted(unpacked(fault), done)
        done += values.length
        tell(values.length)
        yield values
      }
    }
  }
}

/**
 * Tells of every part that is private by now.
 * @param {readonly (Port & { isHere?: boolean })[]} ports
 * @param {StreamOptions} options
 * @param {number} [total]
 * @returns {(values: number) => void}
 */
function teller(ports, { onProgress }, total) {
  const workers = ports.filter(({ isHere }) => !isHere).length
  let done = 0
  return (values) => {
    done += values
    onProgress?.({ done, total, workers })
  }
}

/**
 * As many workers as are wanted and of use, each with its mechanism; or this thread.
 * @param {{ start: () => Port, greeting: (mechanism: any, engine: Engine) => unknown, cores: () => number } | { none: string }} workers
 * @param {Engine} engine
 * @param {any} mechanism
 * @param {StreamOptions} options
 * @param {number} parts how many there are to divide
 * @returns {Promise<readonly Port[]>}
 */
async function portsFor(workers, engine, mechanism, { workers: wanted, signal }, parts) {
  signal?.throwIfAborted()
  if (engine.isSeeded || wanted === 0 || parts <= 1) return [here(mechanism)]
  /** @type {Port[]} */
  const ports = []
  try {
    if ('none' in workers) throw new Error(workers.none)
    const most = wanted ?? Math.min(MOST_BY_DEFAULT, workers.cores())
    while (ports.length < Math.min(most, parts)) ports.push(workers.start())
    const greeting = workers.greeting(mechanism, engine)
    for (const { fault } of await Promise.all(ports.map((port) => port.ask(greeting, [])))) {
      if (fault) throw unpacked(fault)
    }
    return ports
  } catch (/** @type {any} */ cause) {
    for (const port of ports) port.end()
    if (wanted === undefined) return [here(mechanism)] // the same values, only later
    const advice = 'leave out the option workers to do without them where there are none'
    throw new LoadError(`no worker could be started: ${cause.message}; ${advice}`, { cause })
  }
}

/** This thread, as if it were a worker: one part at a time, and in between whatever else is waiting. @param {any} mechanism */
function here(mechanism) {
  const port = {
    isHere: true,
    waiting: 0,
    /** @param {any} message */
    async ask({ truths }) {
      await pause()
      try {
        return { values: mechanism.privatiseAll(truths, { into: truths }) }
      } catch (error) {
        return { fault: packed(error) }
      }
    },
    end() {}
  }
  return port
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

/**
 * @param {unknown} given
 * @param {Engine} engine
 * @returns {StreamOptions}
 */
function optionsFrom(given, engine) {
  const options = checkOptions('privatiseStream', given, ['signal', 'onProgress', 'workers', 'into'])
  const { signal, onProgress, workers, into } = /** @type {StreamOptions} */ (options)
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw new TypeError(`signal must be an AbortSignal, got ${shown(signal)}`)
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress must be a function, got ${shown(onProgress)}`)
  }
  if (workers !== undefined) checkWorkers(workers, engine)
  return { signal, onProgress, workers, into }
}

/** @param {unknown} workers @param {Engine} engine */
function checkWorkers(workers, engine) {
  if (typeof workers !== 'number') throw new TypeError(`workers must be a number, got ${shown(workers)}`)
  const most = engine.isSeeded ? 0 : MOST_WORKERS
  if (Number.isInteger(workers) && workers >= 0 && workers <= most) return
  const rule = engine.isSeeded ? '0, since a seed has one sequence of bits' : `a whole number from 0 to ${MOST_WORKERS}`
  throw new ParameterError('workers', workers, `workers must be ${rule}, got ${workers}`)
}
