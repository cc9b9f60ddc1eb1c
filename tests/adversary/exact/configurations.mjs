// Random parameters, extremes included, always the same for a seed. Whether a scale should be the smallest that there is,
// is what the README says of it.

const laplace = ['ReflectedLaplace', 'BoundedLaplace', 'ClampedLaplace']
const steps = [1, 1, 1, 2, 5, 1000, 1 / 2, 1 / 4, 1 / 1024, 1 / 3, 1 / 10, 1 / 7, 1 / 100]

/** @param {() => number} random */
export function choices(random) {
  const below = (count) => Math.floor(random() * count)
  return {
    below,
    one: (list) => list[below(list.length)],
    chance: (probability) => random() < probability,
    between: (from, to) => from + (to - from) * random(),
    logarithmic: (from, to) => Math.exp(Math.log(from) + random() * Math.log(to / from))
  }
}

/**
 * Lattices of a few points, where everything can be tried: { name, options, tight, exact }. `tight`: no smaller scale would
 * do. `exact`: the epsilon that is told is lost. `certain`: no reason to refuse it.
 */
export function smallConfiguration(random) {
  const pick = choices(random)
  const kind = pick.below(12)
  if (kind < 5) return smallInterval(pick)
  if (kind < 7) return smallGaps(pick)
  if (kind < 8) return smallOpen(pick)
  if (kind < 9) return smallOpenGaps(pick)
  if (kind < 10) return smallBox(pick)
  return scaleByHand(pick)
}

function smallInterval(pick) {
  const granularity = pick.one(steps)
  const count = pick.one([1, 2, 3, 5, 8, 13, 21, 34])
  const origin = pick.one([0, 0, 0, -7, 1000, 123456]) * granularity
  const lower = origin + (pick.chance(0.5) ? 0 : pick.between(-0.9, 0.9) * granularity)
  const upper = origin + count * granularity + (pick.chance(0.5) ? 0 : pick.between(0, 0.9) * granularity)
  const name = pick.one([...laplace, 'BoundedGaussian'])
  const sensitivity = pick.chance(0.3) ? upper - lower : sensitivityWithin(pick, upper - lower, granularity)
  const options = { lower, upper, granularity, sensitivity: Math.min(sensitivity, upper - lower) }
  return { name, options: { ...options, ...promise(pick, name) }, tight: true, certain: count > 2 }
}

function sensitivityWithin(pick, width, granularity) {
  const whole = granularity * (1 + pick.below(Math.max(1, Math.floor(width / granularity))))
  return Math.min(width, pick.chance(0.5) ? whole : pick.between(0.05, 1) * width)
}

/** Epsilon and, now and then, delta or the metric guarantee. */
function promise(pick, name) {
  const epsilon = pick.logarithmic(1e-4, 20)
  const kind = pick.below(10)
  if (kind < 3) return { epsilon: pick.chance(0.1) ? 0 : epsilon, delta: pick.logarithmic(1e-6, 0.5) }
  if (kind < 5 && name !== 'BoundedGaussian') return { epsilon, guarantee: 'metric' }
  return { epsilon }
}

function smallGaps(pick) {
  const granularity = pick.one(steps)
  const onLattice = pick.chance(0.4)
  const spans = someSpans(pick, onLattice, granularity)
  const width = spans.at(-1)[1] - spans[0][0]
  const name = pick.one(['ReflectedLaplace', 'BoundedLaplace', 'BoundedLaplace'])
  const sensitivity = pick.chance(0.5)
    ? Math.min(width, acrossGap(pick, spans, granularity))
    : sensitivityWithin(pick, width, granularity)
  const isWhole = Number.isInteger(sensitivity / granularity)
  const promised = promise(pick, name)
  const tight = name === 'BoundedLaplace' && onLattice && isWhole && granularity >= 1
  return { name, options: { spans, granularity, sensitivity, ...promised }, tight }
}

/** Ends off the lattice are anywhere between its points: truths beyond the last one are rounded back, by up to a step. */
function someSpans(pick, onLattice, granularity) {
  let at = pick.one([0, -9, 500])
  return Array.from({ length: 2 + pick.below(3) }, () => {
    const from = at + (onLattice ? 0 : pick.between(-0.9, 0.1))
    at += pick.one([0, 1, 2, 4, 8])
    const to = Math.max(at, from + 0.001) + (onLattice ? 0 : pick.between(0.01, 0.9))
    at += pick.one([2, 3, 5, 9])
    return [from * granularity, (onLattice && to === from ? from + 1 : to) * granularity]
  })
}

/** From one span just into another: the pairs that rounding moves farthest apart. */
function acrossGap(pick, spans, granularity) {
  const low = pick.below(spans.length - 1)
  const high = low + 1 + pick.below(spans.length - low - 1)
  const [from, to] = [spans[low][pick.below(2)], spans[high][pick.below(2)]]
  return (to - from) * pick.one([1, 1, 1 + 1e-9]) + pick.one([0, 0, 0.25, 1]) * granularity
}

function smallOpen(pick) {
  const granularity = pick.one(steps)
  const end = pick.one([0, 3, -20]) * granularity
  const [lower, upper] = pick.one([
    [end, Infinity],
    [-Infinity, end],
    [-Infinity, Infinity]
  ])
  const sensitivity = granularity * pick.one([1, 2, 3, 2.5])
  const name = pick.one(laplace)
  return {
    name,
    options: { lower, upper, granularity, sensitivity, ...openPromise(pick, name) },
    tight: true,
    certain: true
  }
}

function openPromise(pick, name) {
  const promised = { ...promise(pick, name), epsilon: pick.logarithmic(1, 10) }
  if (promised.guarantee === 'metric') promised.epsilon *= 3 // or the part of the lattice that has to be tried gets large
  return promised
}

/** Gaps, and no end below, above, or both. */
function smallOpenGaps(pick) {
  const granularity = pick.one(steps)
  const spans = someSpans(pick, pick.chance(0.5), granularity)
  const open = pick.below(3)
  if (open !== 1) spans[0][0] = -Infinity
  if (open !== 0) spans.at(-1)[1] = Infinity
  const across = acrossGap(pick, spans, granularity)
  const sensitivity = Number.isFinite(across) ? Math.min(across, 9 * granularity) : 2 * granularity
  const name = pick.one(['ReflectedLaplace', 'BoundedLaplace', 'BoundedLaplace'])
  return { name, options: { spans, granularity, sensitivity, ...openPromise(pick, name) }, tight: false }
}

function smallBox(pick) {
  const sides = 2 + pick.below(2)
  const one = pick.one(steps)
  const granularity = Array.from({ length: sides }, () => (pick.chance(0.6) ? one : pick.one([1, 1 / 2, 2])))
  const counts = granularity.map(() => 1 + pick.below(sides === 2 ? 9 : 5))
  const off = (share) => (pick.chance(0.5) ? 0 : pick.between(-share, share))
  const lower = granularity.map((step) => step * (pick.one([0, 0, -4, 100]) + off(0.4)))
  const upper = granularity.map((step, side) => lower[side] + step * (counts[side] + Math.abs(off(0.9))))
  const diagonal = Math.hypot(...upper.map((to, side) => to - lower[side]))
  const options = { lower, upper, granularity, epsilon: pick.logarithmic(1e-3, 20) }
  if (pick.chance(0.3)) return { name: 'BoundedGaussian', options, tight: true } // all truths are neighbours
  const sensitivity = diagonal * pick.between(0.05, 0.95)
  return { name: 'BoundedGaussian', options: { ...options, sensitivity }, tight: false }
}

/** A scale chosen by hand, whose loss is claimed, or that of the papers: with gaps, without ends, in boxes. */
function scaleByHand(pick) {
  const { name, options, certain } = pick.one([smallInterval, smallInterval, smallGaps, smallOpen, smallBox])(pick)
  const { epsilon, delta, guarantee, ...where } = options
  const kind = guarantee && { guarantee }
  if (pick.chance(0.5)) {
    const some = name === 'BoundedGaussian' || guarantee ? {} : { delta }
    // On an interval and with delta 0, the published scale for whole steps is never too small (PROOF.md of each).
    const kept = certain && !delta && where.spans === undefined && Number.isInteger(Math.log2(where.granularity))
    return {
      name,
      options: { ...where, ...kind, calibration: 'published', epsilon: epsilon || 1, ...some },
      tight: false,
      certain: kept
    }
  }
  const scale = (where.sensitivity ?? Math.hypot(...where.upper)) * pick.logarithmic(0.05, 100)
  return { name, options: { ...where, ...kind, scale }, tight: false, exact: certain }
}

/** One interval or half-line of any size, delta 0: where the smallest scale has a formula. */
export function anyInterval(random) {
  const pick = choices(random)
  const name = pick.chance(0.05) ? 'BoundedGaussian' : pick.one(laplace)
  const width = pick.logarithmic(1e-3, 1e9)
  const away = pick.one([-1, 1]) * width * pick.logarithmic(1, 1e7) // doubles are coarse there
  const lower = pick.one([0, 0, -width / 2, pick.between(-1, 1) * width, 3 * width, away, away])
  const open = name !== 'BoundedGaussian' && pick.chance(0.2)
  const [from, upper] = !open ? [lower, lower + width] : pick.chance(0.5) ? [lower, Infinity] : [-Infinity, lower]
  const share = pick.chance(0.3) ? 1 : pick.logarithmic(1e-6, 1)
  const sensitivity = Math.min(share * width, upper - from)
  const epsilon = pick.chance(0.1) ? pick.logarithmic(1e-12, 600) : pick.logarithmic(1e-4, 50)
  const guarantee = name !== 'BoundedGaussian' && pick.chance(0.2) ? { guarantee: 'metric' } : {}
  const granularity = pick.chance(0.2) ? { granularity: stepBelow(pick, sensitivity) } : {}
  return { name, options: { lower: from, upper, sensitivity, epsilon, ...guarantee, ...granularity } }
}

/** A power of two, or, where there is one, a whole number or the part of one: sensitivities are rounded to either. */
function stepBelow(pick, sensitivity) {
  const power = 2 ** Math.floor(Math.log2(sensitivity) - pick.below(12))
  if (pick.chance(0.5)) return power
  return power > 1 ? power - 1 : 1 / (Math.round(1 / power) + 1)
}

/** Lattices that cannot be enumerated: gaps, delta and boxes. */
export function fineConfiguration(random) {
  const pick = choices(random)
  const epsilon = pick.logarithmic(1e-3, 15)
  if (pick.chance(0.1)) return fineBox(pick, epsilon)
  if (pick.chance(0.5)) {
    let at = pick.between(-5, 5)
    const spans = Array.from({ length: 2 + pick.below(4) }, () => {
      const from = at
      at += pick.logarithmic(1e-3, 5)
      const span = [from, at]
      at += pick.logarithmic(1e-2, 8)
      return span
    })
    const sensitivity = pick.between(0.1, 1) * (spans.at(-1)[1] - spans[0][0])
    const more = pick.chance(0.25)
      ? { guarantee: 'metric' }
      : pick.chance(0.4)
        ? { delta: pick.logarithmic(1e-6, 0.3) }
        : {}
    const name = pick.chance(0.8) ? 'BoundedLaplace' : 'ReflectedLaplace'
    return { name, options: { spans, sensitivity, epsilon, ...more } }
  }
  const name = pick.one([...laplace, 'BoundedGaussian'])
  const width = pick.logarithmic(0.1, 100)
  const open = name !== 'BoundedGaussian' && pick.chance(0.3)
  const [lower, upper] = !open ? [0, width] : pick.chance(0.5) ? [0, Infinity] : [-Infinity, width]
  const sensitivity = pick.chance(0.3) ? width : width * pick.logarithmic(0.01, 1)
  const delta = pick.logarithmic(1e-6, 0.3)
  return { name, options: { lower, upper, sensitivity, epsilon, delta } }
}

function fineBox(pick, epsilon) {
  const lower = [0, pick.between(-5, 5)]
  const widths = [pick.logarithmic(0.1, 10), pick.logarithmic(0.1, 10)]
  const upper = lower.map((from, side) => from + widths[side])
  const sensitivity = Math.hypot(...widths) * pick.logarithmic(0.05, 0.99)
  return { name: 'BoundedGaussian', options: { lower, upper, sensitivity, epsilon } }
}
