// The reference values of posteriors (50 digits, from ln Gamma itself) through the package, and through the probe where
// the package shows nothing. The same file is read by the native tests.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { load } from 'inbounds'
import { loadProbe } from '../wasm/load.mjs'
import { assertRelative } from './support/close.mjs'

const { BetaPosterior, DirichletPosterior, SmoothLaplace } = await load()
const vectors = JSON.parse(await readFile(new URL('../vectors/posterior.json', import.meta.url), 'utf8'))
const probe = await loadProbe()

// As vectors.meta.suggested_tolerances says.
const tolerance = { distance: 1e-13, probability: 1e-11, loss: 1e-11, temperature: 1e-9, delta: 1e-13 }
const methods = { ehd: 'global', ehdl: 'local', ehds_exp: 'smooth', ehds_rec: 'smooth', ehdv: 'varying' }

function assertAbsolute(actual, expected, allowed, what) {
  assert.ok(Math.abs(actual - expected) <= allowed, `${what}: ${actual} is not ${expected}`)
}

function assertAll(actual, expected, allowed, what) {
  assert.equal(actual.length, expected.length, what)
  for (const [at, value] of expected.entries()) assertRelative(actual[at], value, allowed, `${what}, place ${at}`)
}

const familyOf = ({ a0, b0, n }) => ({ prior: [a0, b0], trials: n })

/**
 * The mechanism of an entry with its own temperature. The logarithm of a sensitivity is smoothed only where there is a delta,
 * and a delta cannot be given with a temperature: there, epsilon is the one for which Theorem A prescribes that temperature.
 */
function withTemperature(entry) {
  const { kind, tau, gamma, beta, delta } = entry
  const options = { ...familyOf(entry), method: methods[kind] }
  if (kind !== 'ehds_exp') return new BetaPosterior({ ...options, smoothing: gamma, temperature: tau })
  const epsilon = 2 * tau + Math.expm1(beta) * Math.log(entry.n / delta)
  return new BetaPosterior({ ...options, smoothing: beta, epsilon, delta, calibration: 'published' })
}

/** The loss, where only delta can be asked for: nothing escapes it, and something escapes a little less. */
function assertLoss(mechanism, expected, allowed, what) {
  if (mechanism.calibration === 'given') {
    assertAbsolute(mechanism.epsilon, expected, allowed, what)
    assertAbsolute(mechanism.audit().epsilon, expected, allowed, what)
  }
  assert.equal(mechanism.deltaOf({ epsilon: expected + allowed }), 0, what)
  assert.ok(mechanism.deltaOf({ epsilon: expected - allowed }) > 0, what)
}

test('rows, losses, deltas and mean distances of every method are the reference values', () => {
  for (const entry of vectors.mechanism) {
    const { id, kind, eps, tau, exact_loss, delta_at_eps, delta_at_half_loss, rows = [], utility } = entry
    const mechanism = withTemperature(entry)
    const what = `${id} (${kind})`
    assertRelative(mechanism.temperature, tau, 1e-14, what)
    assertLoss(mechanism, exact_loss, tolerance.loss * Math.max(1, eps), what)
    assertAbsolute(mechanism.deltaOf({ epsilon: eps }), delta_at_eps, tolerance.delta, what)
    if (delta_at_half_loss) {
      const { eps: epsilon, delta } = delta_at_half_loss
      assertAbsolute(mechanism.deltaOf({ epsilon }), delta, tolerance.delta, what)
    }
    for (const { k, P } of rows) assertAll(mechanism.probabilities(k), P, tolerance.probability, what)
    for (const { k, EH, P_exact } of utility) {
      assertRelative(mechanism.expectedDistance(k), EH, tolerance.probability, what)
      assertRelative(mechanism.probabilities(k)[k], P_exact, tolerance.probability, what)
    }
  }
})

test('published temperatures are those that the entries were computed with', () => {
  for (const entry of vectors.mechanism) {
    const { id, kind, eps, tau, gamma, beta, delta, calibration = '' } = entry
    const options = { ...familyOf(entry), method: methods[kind], epsilon: eps, calibration: 'published' }
    if (calibration.includes('c=4') || calibration.includes('poster')) continue // others' constants
    const published = new BetaPosterior({ ...options, delta, smoothing: beta ?? gamma })
    assertRelative(published.temperature, tau, 1e-14, id)
    if (kind === 'ehds_exp') assertRelative(new BetaPosterior({ ...options, delta }).smoothing, beta, 1e-14, id)
    // Where it is kept; that of the local method is not, in two of them.
    assert.equal(published.deltaOf() > 0, eps < entry.exact_loss, id)
  }
})

test('tight temperatures are the reference values, and so are their rows', () => {
  for (const entry of vectors.tight) {
    const { id, kind, eps, gamma, beta, delta, tau_star, exact_loss, k, EH, P_exact, P_row } = entry
    const request = { epsilon: eps, delta, smoothing: beta ?? gamma }
    const mechanism = new BetaPosterior({ ...familyOf(entry), method: methods[kind], ...request })
    assertRelative(mechanism.temperature, tau_star, tolerance.temperature, id)
    assertLoss(mechanism, exact_loss, 1e-8 * exact_loss, id)
    const { epsilon, delta: escaping } = mechanism.audit()
    assert.ok(epsilon <= eps && escaping <= (delta ?? 0), id)
    assertRelative(delta === undefined ? epsilon : escaping, delta ?? eps, 1e-8, id)
    // What follows from a temperature has fewer digits than it.
    assertRelative(mechanism.expectedDistance(k), EH, 1e-7, id)
    assertRelative(mechanism.probabilities(k)[k], P_exact, 1e-7, id)
    if (P_row) assertAll(mechanism.probabilities(k), P_row, 1e-7, id)
  }
})

test('with delta, Theorem A prescribes temperature and smoothing', () => {
  for (const { n, K, R, eps, delta, theoremA_tau, theoremA_beta } of vectors.smooth_calibration) {
    const Class = K === 2 ? BetaPosterior : DirichletPosterior
    const options = { prior: new Array(K).fill(1), trials: n, method: 'smooth', epsilon: eps, delta }
    const mechanism = new Class({ ...options, calibration: 'published' })
    assert.equal(mechanism.candidates, R)
    assertRelative(mechanism.temperature, theoremA_tau, 1e-13)
    assertRelative(mechanism.smoothing, theoremA_beta, 1e-14)
  }
})

test('noise on the count has the law, the loss and the mean distance of the reference values', () => {
  const entries = vectors.baseline.filter(({ kind }) => kind === 'geometric_clamped')
  assert.ok(entries.length >= 3)
  for (const entry of entries) {
    const { id, eps, k, P, exact_loss, EH, P_exact } = entry
    const mechanism = new BetaPosterior({ ...familyOf(entry), epsilon: eps })
    assert.equal(mechanism.method, 'geometric')
    assertAll(mechanism.probabilities(k), P, 1e-14, id)
    assert.equal(mechanism.audit().epsilon, exact_loss)
    assertRelative(mechanism.expectedDistance(k), EH, 1e-13, id)
    assertRelative(mechanism.probabilities(k)[k], P_exact, 1e-15, id)
  }
})

const models = vectors.dirichlet.filter(({ kind }) => kind === undefined)

test('with more categories, rows, losses and temperatures of every method are the reference values', () => {
  for (const { id, n, alpha, eps, R, counts, mid_counts, mid_index, ...laws } of models) {
    for (const [kind, method, smoothing] of [
      ['ehd', 'global'],
      ['ehdl', 'local'],
      ['ehds_rec_pub', 'smooth', 1],
      ['ehds_rec_thmB', 'smooth', 1],
      ['ehdv', 'varying']
    ]) {
      const { tau, exact_loss, EH_row_mid, tau_star, P_row_mid } = laws[kind]
      const options = { prior: alpha, trials: n, method, smoothing }
      const mechanism = new DirichletPosterior({ ...options, temperature: tau })
      const what = `${id} (${kind})`
      assert.equal(mechanism.candidates, R)
      assert.deepEqual(
        Array.from(counts, (_, place) => mechanism.candidate(place)),
        counts
      )
      assert.deepEqual(mechanism.candidate(mid_index), mid_counts)
      assertLoss(mechanism, exact_loss, tolerance.loss * Math.max(1, eps), what)
      assertAll(mechanism.probabilities(mid_counts), P_row_mid, tolerance.probability, what)
      assertRelative(mechanism.expectedDistance(mid_counts), EH_row_mid, tolerance.probability, what)
      const tight = new DirichletPosterior({ ...options, epsilon: eps })
      assertRelative(tight.temperature, tau_star, tolerance.temperature, what)
      // The temperature of the entry is that of the theorem, or of a follow-up with a smaller one.
      const published = new DirichletPosterior({ ...options, epsilon: eps, calibration: 'published' })
      assertRelative(published.temperature, kind === 'ehds_rec_pub' ? (tau * 4) / 3 : tau, 1e-15, what)
    }
  }
})

test('the variance of a posterior gets the noise of the reference values', () => {
  for (const { id, eps, delta, beta, f, S, noise_scale_nrs, exact_delta_nrs, alpha_star } of vectors.laplace
    .variance_example) {
    const options = { values: f, epsilon: eps, delta }
    const tight = new SmoothLaplace(options)
    assertRelative(tight.smoothing, beta, 1e-14, id)
    // On the lattice, sensitivities are a part in 2^24 off.
    assertRelative(tight.alpha, alpha_star, 1e-6, id)
    assertAll(tight.scales, S.map((sensitivity) => sensitivity / alpha_star), 1e-6, id) // biome-ignore format: one thought
    assert.ok(tight.audit().delta <= delta && tight.audit().delta > delta * (1 - 1e-9), id)
    const published = new SmoothLaplace({ ...options, calibration: 'published' })
    assert.equal(published.alpha, eps / 2)
    assertAll(published.scales, noise_scale_nrs, 1e-6, id)
    assertRelative(published.audit().delta, exact_delta_nrs, 1e-5, id)
  }
})

test('the published noise is refused where the theorem does not hold, and its smoothing is that of the paper', () => {
  for (const { eps, delta, alpha, beta, dilation_exact_delta_at_beta, corner_exact_delta } of vectors.laplace.nrs) {
    // A step of 1 and then one that is as much smaller as smoothing allows: the corner of the reference values.
    const options = { values: [0, 1, 1 + Math.exp(-beta)], epsilon: eps, delta, calibration: 'published' }
    const what = JSON.stringify({ eps, delta })
    assertRelative(probe.dilationDelta(eps / 2, beta), dilation_exact_delta_at_beta, 1e-11, what)
    if (dilation_exact_delta_at_beta > delta) {
      const message = `epsilon must be one that this calibration can keep, got ${eps}`
      assert.throws(() => new SmoothLaplace(options), { name: 'ParameterError', message })
      continue
    }
    const mechanism = new SmoothLaplace(options)
    assertRelative(mechanism.smoothing, beta, 1e-14, what)
    assert.equal(mechanism.alpha, alpha)
    assert.ok(mechanism.audit().delta <= corner_exact_delta * (1 + 1e-5) && mechanism.audit().delta > 0, what)
  }
})

test('gaps of ln Gamma and Hellinger distances have the digits of the reference values, up to a million trials', () => {
  for (const { z, g } of vectors.g) assertRelative(probe.gammaGap(z), g, tolerance.distance, `g(${z})`)
  for (const { z, d, G } of vectors.G) {
    // From either end: G(z, d) is the gap between z and z + d.
    assertRelative(probe.gammaGaps(z, 0, d)[d], G, tolerance.distance, `G(${z}, ${d})`)
    assertRelative(probe.gammaGaps(z, d, d)[0], G, tolerance.distance, `G(${z}, ${d})`)
  }
  for (const entry of vectors.hellinger_beta) {
    const { n, k, r, H } = entry
    const distances = probe.distances(familyOf(entry), [k, n - k])
    assertRelative(distances[r], H, tolerance.distance, JSON.stringify(entry))
  }
})

test('sensitivities have the digits of the reference values', () => {
  for (const entry of vectors.beta_model) {
    const { id, h, LS, GS, Delta_r, gamma_star, S_exp, S_rec } = entry
    const family = familyOf(entry)
    assertAll(probe.localSensitivities(family), LS, tolerance.distance, id)
    assertRelative(probe.globalSensitivity(family), GS, tolerance.distance, id)
    assertAll(probe.candidateSensitivities(family), Delta_r, 1e-12, id) // differences of distances
    assertAbsolute(probe.reciprocalChange(family), gamma_star, 1e-12, id)
    h.forEach((step, k) => {
      assertRelative(probe.distances(family, [k, entry.n - k])[k + 1], step, tolerance.distance, id)
    })
    for (const { beta, S } of S_exp) {
      assertAll(probe.localSensitivities(family, { logarithm: true, step: beta }), S, tolerance.distance, id)
    }
    for (const { gamma, S } of S_rec) {
      assertAll(probe.localSensitivities(family, { step: gamma }), S, tolerance.distance, id)
    }
  }
  for (const { id, n, alpha, GS, LS, Delta_r, gamma_star, H_row0, counts, ...entry } of models) {
    const family = { prior: alpha, trials: n }
    assertAll(probe.localSensitivities(family), LS, tolerance.distance, id)
    assertRelative(probe.globalSensitivity(family), GS, tolerance.distance, id)
    assertAll(probe.candidateSensitivities(family), Delta_r, 1e-12, id)
    assertAbsolute(probe.reciprocalChange(family), gamma_star, 1e-12, id)
    assertAll(probe.distances(family, counts[0]), H_row0, tolerance.distance, id)
    const logarithm = { logarithm: true, step: 0.1 }
    assertAll(probe.localSensitivities(family, logarithm), entry['S_exp_beta0.1'], tolerance.distance, id)
    assertAll(probe.localSensitivities(family, { step: 1 }), entry.S_rec_gamma1, tolerance.distance, id)
  }
})

test('local sensitivity gives three categories away: a pair that is too large to be audited', () => {
  const pair = vectors.dirichlet.find(({ kind }) => kind?.includes('violation'))
  const { n, alpha, eps, x, y, r, LS_x, LS_y, log_ratio } = pair
  const family = { prior: alpha, trials: n }
  const local = probe.localSensitivities(family)
  // In lexicographic order of the first two.
  const place = ([first, second]) => first * (n + 1) - (first * (first - 1)) / 2 + second
  const logProbability = (truth) => {
    const exponents = probe.distances(family, truth).map((distance) => ((-eps / 2) * distance) / local[place(truth)])
    return exponents[place(r)] - Math.log(exponents.reduce((sum, exponent) => sum + Math.exp(exponent), 0))
  }
  assertRelative(local[place(x)], LS_x, tolerance.distance)
  assertRelative(local[place(y)], LS_y, tolerance.distance)
  assertAbsolute(logProbability(x) - logProbability(y), log_ratio, 1e-11, pair.id)
  assert.ok(log_ratio > 1.5 * eps)
})

test('deltas between two Laplace laws are the reference values', () => {
  for (const { eps2, lambda, delta } of vectors.laplace.dilation_exact) {
    // The divergence from noise with a steeper rate; in closed form, where it is steeper.
    const stretched = { centre: 0, rate: Math.exp(lambda) }
    assertAbsolute(probe.laplaceDelta({ centre: 0, rate: 1 }, stretched, eps2), delta, tolerance.delta, `${lambda}`)
    if (lambda <= 0) continue
    const closed = probe.dilationDelta(eps2, lambda)
    assertRelative(closed, delta, 1e-11, `dilation ${lambda}`)
    assert.ok(closed >= delta, 'rounded up')
  }
  for (const { b1, b2, m, eps, delta_p_over_q } of vectors.laplace.hockey_two_laplace) {
    const found = probe.laplaceDelta({ centre: 0, rate: 1 / b1 }, { centre: m, rate: 1 / b2 }, eps)
    assertAbsolute(found, delta_p_over_q, tolerance.delta, JSON.stringify({ b1, b2, m, eps }))
    assert.ok(found >= delta_p_over_q * (1 - 1e-15), 'rounded up')
  }
})
