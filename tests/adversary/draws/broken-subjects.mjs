// Mechanisms that claim more than they keep, written as somebody might write them. Each takes the class that it pretends to
// be and the options, and says of itself what the real mechanism says; only what it releases is wrong.

import { generator } from '../../js/support/generator.mjs'

/**
 * Like `load`, but with another mechanism in place of one.
 * @param {() => Promise<any>} load
 * @param {string} kind
 * @param {(Class: any, options: any, library: any) => object} broken
 */
export function replaceMechanism(load, kind, broken) {
  return async () => {
    const library = await load()
    // biome-ignore lint/complexity/useArrowFunction: it is called with `new`
    const Broken = function (options) {
      return broken(library[kind], options, library)
    }
    return { ...library, [kind]: Broken }
  }
}

/** Calibrated as it should be, but with a share of the noise. */
export const withShareOfNoise = (share) => (Class, options) => {
  const real = new Class(options)
  return pretendingBy(real, withScale(Class, options, real.scale * share))
}

/** The scale of plain Laplace noise, sensitivity / epsilon, though noise is truncated to the bounds afterwards. */
export function leaveUnadjusted(Class, options) {
  const real = new Class(options)
  return pretendingBy(real, withScale(Class, options, real.sensitivity / options.epsilon))
}

/** Each truth has a scale of its own, just enough beside truths of the same scale: smaller away from the bounds. */
export function scaleByPosition(Class, options) {
  const real = new Class(options)
  const outer = withScale(Class, options, real.scale)
  const inner = withScale(Class, options, real.sensitivity / options.epsilon)
  const isOuter = (truth) => truth <= options.lower || truth >= options.upper
  return pretending(real, (truths) => {
    const [far, near] = [outer, inner].map((mechanism) => mechanism.privatiseAll(truths))
    return truths.map((truth, i) => (isOuter(truth) ? far[i] : near[i]))
  })
}

/** Calibrated for other promises than those that were asked for. */
export const promising = (others) => (Class, options) =>
  pretendingBy(new Class(options), new Class({ ...options, ...others }))

/** A vector as so many numbers, each with the whole epsilon for itself. */
export function coordinateByCoordinate(Class, options) {
  const sides = options.lower.map(
    (lower, j) =>
      new Class({ lower, upper: options.upper[j], granularity: options.granularity, epsilon: options.epsilon })
  )
  return pretending(new Class(options), (truths) => {
    const released = new Float64Array(truths.length)
    for (const [j, side] of sides.entries()) {
      const drawn = side.privatiseAll(truths.filter((_, i) => i % sides.length === j))
      for (let i = 0; i < drawn.length; ++i) released[i * sides.length + j] = drawn[i]
    }
    return released
  })
}

/** Truths half-way between two steps go to the even one, as in `Math.rint` of other languages. */
export function roundingToEven(Class, options) {
  const real = new Class(options)
  const even = (steps) => (steps - Math.floor(steps) === 0.5 ? 2 * Math.round(steps / 2) : Math.round(steps))
  const { granularity } = real
  return pretending(real, (truths) => real.privatiseAll(truths.map((truth) => even(truth / granularity) * granularity)))
}

/** Clamps what is released, but not the truth. */
export function clampingTooLate(Class, options) {
  const real = new Class(options)
  const { lower, upper } = options
  const open = new Class({ ...options, lower: Number.NEGATIVE_INFINITY, upper: Number.POSITIVE_INFINITY })
  return pretending(real, (truths) => open.privatiseAll(truths).map((y) => Math.min(upper, Math.max(lower, y))))
}

/** Textbook noise in floating point, drawn again until it fits; the scale is that of noise that need not fit. */
export const redrawn = (seed) => (Class, options) => {
  const real = new Class(options)
  const { lower, upper } = options
  const noise = textbookNoise(seed, real.sensitivity / options.epsilon)
  return pretending(real, (truths) =>
    truths.map((truth) => {
      for (;;) {
        const y = truth + noise()
        if (y >= lower && y <= upper) return Math.round(y / real.granularity) * real.granularity
      }
    })
  )
}

/** Noise is cut to the room that there is, on both sides alike, so that nothing has to be clamped. */
export const cutToTheRoom = (seed) => (Class, options) => {
  const real = new Class(options)
  const noise = textbookNoise(seed, real.scale)
  return pretending(real, (truths) =>
    truths.map((truth) => {
      const room = Math.min(truth - options.lower, options.upper - truth)
      return truth + Math.min(room, Math.max(-room, noise()))
    })
  )
}

/** Right but for the doubles: textbook noise is added to the truth in floating point, and clamped. */
export const inFloatingPoint = (seed) => (Class, options) => {
  const real = new Class(options)
  const noise = textbookNoise(seed, real.scale)
  const { lower, upper } = options
  return pretending(real, (truths) => truths.map((truth) => Math.min(upper, Math.max(lower, truth + noise()))))
}

/** Remembers what it released for a truth, and releases it again now and then. */
export const repeatingItself = (seed) => (Class, options) => {
  const real = new Class(options)
  const { random } = generator(seed)
  const last = new Map()
  return pretending(real, (truths) => {
    const fresh = real.privatiseAll(truths)
    return truths.map((truth, i) => {
      if (!last.has(truth) || random() < 0.9) last.set(truth, fresh[i])
      return last.get(truth)
    })
  })
}

function textbookNoise(seed, scale) {
  const { random } = generator(seed)
  return () => scale * (random() < 0.5 ? -1 : 1) * Math.log(random() + random() * 2 ** -31)
}

/** The same mechanism with a scale chosen by hand. */
function withScale(Class, { epsilon, delta, calibration, ...options }, scale) {
  return new Class({ ...options, scale })
}

/** Another mechanism in place of the real one, which knows its own noise: only what was asked for is not kept. */
function pretendingBy(real, other) {
  const release = (truths) => other.privatiseAll(truths)
  return { ...pretending(real, release), deltaOf: (question) => other.deltaOf(question) }
}

/** What the auditor asks a mechanism, answered by the real one, and releases by another. */
function pretending(real, release) {
  const { epsilon, delta, sensitivity, granularity, dimensions } = real
  return {
    ...{ epsilon, delta, sensitivity, granularity, dimensions },
    audit: () => real.audit(),
    deltaOf: (question) => real.deltaOf(question),
    privatiseAll: release,
    privatise: (truth) => (typeof truth === 'number' ? release(Float64Array.of(truth))[0] : release(truth))
  }
}
