// The precision attack of Mironov (CCS 2012) and Haney, Desfontaines, Hartman, Shrestha, Hay (2022): which doubles a sampler
// can give depends on the truth, so a single output can prove that a neighbour was not the truth, whatever epsilon says.

const grid = 2 ** -53

/** Uniform multiples of 2^-53 above 0 and below 1, and signs; always the same ones (splitmix64, 53 bits of each word). */
export function* fixedUniforms(seed) {
  const mask = (1n << 64n) - 1n
  let state = BigInt(seed)
  for (;;) {
    state = (state + 0x9e3779b97f4a7c15n) & mask
    let word = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & mask
    word = ((word ^ (word >> 27n)) * 0x94d049bb133111ebn) & mask
    word ^= word >> 31n
    const u = Number(word >> 11n) * grid
    if (u > 0) yield { u, sign: word & 1n ? 1 : -1 }
  }
}

/** Textbook noise as it is written in a thousand places. Attacker and victim run this very line. */
export const textbook = (truth, scale, sign, u) => truth + scale * sign * Math.log(u)

/** Textbook bounded Laplace: draw, and draw again while the value is outside. */
export function textbookOutputs({ lower, upper, scale }, truth, count, seed) {
  const outputs = []
  for (const { u, sign } of fixedUniforms(seed)) {
    const y = textbook(truth, scale, sign, u)
    if (y >= lower && y <= upper) outputs.push(y)
    if (outputs.length === count) return outputs
  }
}

/**
 * Whether the textbook sampler can give exactly y for this truth. Every u that could is tried: the noise is within the
 * roundings of y - truth, so u is within that (over the scale), and within the error of exp, of the one computed here.
 */
export function explains({ scale }, truth, y) {
  const decay = Math.abs(y - truth) / scale
  const centre = Math.round(Math.exp(-decay) / grid)
  const roundings = ulp(y) + ulp(truth) + 4 * ulp(y - truth)
  const reach = Math.ceil(centre * (roundings / scale + (decay + 2) * 2 ** -51)) + 2
  for (let away = 0; away <= reach; ++away) {
    for (const at of [centre - away, centre + away]) {
      if (at < 1 || at * grid >= 1) continue
      if (textbook(truth, scale, 1, at * grid) === y || textbook(truth, scale, -1, at * grid) === y) return true
    }
  }
  return false
}

/** The share of the outputs that the textbook sampler cannot give for this truth. */
export function shareExcluded(sampler, truth, outputs) {
  return outputs.filter((y) => !explains(sampler, truth, y)).length / outputs.length
}

/** The distance from a double to the next one away from zero. */
function ulp(value) {
  const bits = new BigInt64Array(new Float64Array([Math.abs(value)]).buffer)
  const next = new BigInt64Array([bits[0] + 1n])
  return new Float64Array(next.buffer)[0] - Math.abs(value)
}

/** The double just above. */
export const nextUp = (value) => neighbour(value + 0, value >= 0 ? 1n : -1n) // + 0: there is no other way from -0 up

/** The double just below. */
export const nextDown = (value) => -nextUp(-value)

// Doubles of one sign are ordered as the whole numbers that their bits are.
function neighbour(value, away) {
  const double = new Float64Array([value])
  new BigInt64Array(double.buffer)[0] += away
  return double[0]
}

/** Whether far - near <= distance as real numbers: where the rounded difference ties, what it lost decides (Knuth). */
export function isWithin(near, far, distance) {
  const difference = far - near
  const part = far - difference
  const lost = far - (difference + part) + (part - near)
  return difference < distance || (difference === distance && lost <= 0)
}
