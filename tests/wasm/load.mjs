// The test-only module of probe.cpp, made by the wasm build beside the package's own.

import { readFile } from 'node:fs/promises'
import { SeededWords } from '../../bindings/js/seeded-words.js'

const folder = new URL('../../build/wasm/probe/', import.meta.url)

/** @param {{ seed?: number }} [options] without a seed, the platform's random bits as in the package */
export async function loadProbe({ seed } = {}) {
  const { default: createProbe } = await import(new URL('probe.mjs', folder))
  const bytes = await readFile(new URL('probe.wasm', folder))
  const words = seed === undefined ? undefined : new SeededWords(BigInt(seed))
  let module
  module = await new Promise((resolve, reject) => {
    createProbe({
      fillEntropy(address, count) {
        const bytes = module.HEAPU8.subarray(address, address + count)
        if (words) words.fill(new Uint32Array(bytes.buffer, address, count / 4))
        else crypto.getRandomValues(bytes)
      },
      // Handed in, as bindings/js/engine.js does: the glue would fetch.
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(bytes, imports).then(({ instance, module }) => done(instance, module), reject)
        return {}
      }
    }).then(resolve, reject)
  })
  return new Probe(module)
}

const half = (word, index) => Number((word >> BigInt(32 * index)) & 0xffffffffn)

class Probe {
  #module
  #at
  blockSize
  relativeError // those of src/random/filter.hpp
  smallestWeight
  unknownBits

  constructor(module) {
    this.#module = module
    this.#at = module._probe_block() / 8
    this.blockSize = module._probe_block_size()
    this.relativeError = module._probe_relative_error()
    this.smallestWeight = module._probe_smallest_weight()
    this.unknownBits = module._probe_unknown_bits()
  }

  /** What floating point says about the draw at a word (interval_geometric::read). */
  read({ steps, rate, centre }, word) {
    const at = this.#module._probe_read(steps, rate, centre, half(word, 0), half(word, 1)) / 8
    const [left, fromCentre, decay, slack] = this.#module.HEAPF64.subarray(at, at + 4)
    return { left: left === 1, fromCentre: fromCentre === 1, decay, slack }
  }

  /**
   * What floating point says about the choice between parts (part_choice::read).
   * @param {{ ranges: [number, number][], open: { below: boolean, above: boolean }, rate: number, centre: number }} law
   */
  readPart({ ranges, open, rate, centre }, word, boundary) {
    const count = this.#write(ranges)
    const halves = [half(word, 0), half(word, 1)]
    const address = this.#module._probe_read_part(count, open.below, open.above, rate, centre, ...halves, boundary)
    const [downwards, toBoundary, toNumber, slack] = this.#module.HEAPF64.subarray(address / 8, address / 8 + 4)
    return { downwards: downwards === 1, toBoundary, toNumber, slack }
  }

  /** e^(-rate count times), as bernoulli.cpp computes it. */
  expMinus(rate, count, times) {
    return this.#module._probe_exp_minus(rate, count, times)
  }

  /** The point that two words lead to. */
  drawAt({ steps, rate, centre }, word, next) {
    const halves = [half(word, 0), half(word, 1), half(next, 0), half(next, 1)]
    return this.#module._probe_draw_at(steps, rate, centre, ...halves)
  }

  /**
   * Draws around one centre, a block after the other. The points are left in the block.
   * @param {'geometric' | 'reflected' | 'gaussian'} kind
   */
  drawMany(kind, { steps, rate, centre }, count) {
    const draw = this.#module[`_probe_draw_${kind}`]
    for (let left = count; left > 0; left -= this.blockSize) {
      const part = Math.min(left, this.blockSize)
      this.#module.HEAPF64.fill(centre, this.#at, this.#at + part)
      draw(steps, rate, part)
    }
  }

  // The formulas of the papers (src/published).

  standardScale({ width, sensitivity, epsilon, delta }) {
    return this.#module._probe_standard_scale(width, sensitivity, epsilon, delta)
  }

  fixedPoint({ width, sensitivity, epsilon, delta }) {
    return this.#module._probe_fixed_point(width, sensitivity, epsilon, delta)
  }

  effectiveEpsilon({ width, sensitivity, epsilon, delta }) {
    return this.#module._probe_effective_epsilon(width, sensitivity, epsilon, delta)
  }

  clampedScale({ sensitivity, epsilon, delta }) {
    return this.#module._probe_clamped_scale(sensitivity, epsilon, delta)
  }

  positionDependentScale({ distance, sensitivity, epsilon }) {
    return this.#module._probe_position_dependent_scale(distance, sensitivity, epsilon)
  }

  uniformScale({ spans, sensitivity, epsilon }) {
    return this.#module._probe_uniform_scale(this.#write(spans), sensitivity, epsilon)
  }

  positionDependentPairLoss({ truth, neighbour, output, sensitivity, epsilon, window = Infinity }) {
    const pair = [truth, neighbour, output]
    return this.#module._probe_position_dependent_pair_loss(...pair, sensitivity, epsilon, window)
  }

  positionDependentLoss({ sensitivity, epsilon, window = Infinity }) {
    const at = this.#module._probe_position_dependent_loss(sensitivity, epsilon, window) / 8
    const [loss, atMost, truth, neighbour, output] = this.#module.HEAPF64.subarray(at, at + 5)
    return { loss, atMost, truth, neighbour, output }
  }

  // What posteriors are made of (posterior_probe.cpp).

  gammaGap(z) {
    return this.#module._probe_gamma_gap(z)
  }

  /** The gaps between z + centre and z + m, for m up to `last`. */
  gammaGaps(z, centre, last) {
    this.#list(new Array(last + 1).fill(0))
    this.#module._probe_gamma_gaps(z, centre)
    return this.#copyList(last + 1)
  }

  /** The Hellinger distances of all candidates from counts. */
  distances({ prior, trials }, counts) {
    this.#list([...prior, ...counts])
    return this.#copyList(this.#module._probe_distances(prior.length, trials))
  }

  globalSensitivity({ prior, trials }) {
    return this.#module._probe_global_sensitivity(this.#list(prior), trials)
  }

  /** @param {{ logarithm?: boolean, step?: number }} [smoothing] none: as they are */
  localSensitivities({ prior, trials }, { logarithm = false, step = 0 } = {}) {
    return this.#copyList(this.#module._probe_local_sensitivities(this.#list(prior), trials, logarithm, step))
  }

  candidateSensitivities({ prior, trials }) {
    return this.#copyList(this.#module._probe_candidate_sensitivities(this.#list(prior), trials))
  }

  reciprocalChange({ prior, trials }) {
    return this.#module._probe_reciprocal_change(this.#list(prior), trials)
  }

  dilationDelta(epsilon, stretchedBy) {
    return this.#module._probe_dilation_delta(epsilon, stretchedBy)
  }

  /** What P around a centre with a rate exceeds e^epsilon Q by, on the line or on whole numbers. */
  laplaceDelta(p, q, epsilon, { points = false } = {}) {
    return this.#module._probe_laplace_delta(p.centre, p.rate, q.centre, q.rate, epsilon, points)
  }

  /** Numbers into the list; how many. */
  #list(numbers) {
    const at = this.#module._probe_list(numbers.length) / 8
    this.#module.HEAPF64.set(numbers, at)
    return numbers.length
  }

  /** A copy of what is there, wherever it has moved. */
  #copyList(count) {
    const at = this.#module._probe_list_start() / 8
    return this.#module.HEAPF64.slice(at, at + count)
  }

  /** Pairs into the block. */
  #write(pairs) {
    this.#module.HEAPF64.set(pairs.flat(), this.#at)
    return pairs.length
  }
}
