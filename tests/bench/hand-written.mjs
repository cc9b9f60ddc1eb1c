// The yardstick: what people write by hand for bounded noise, and write well. Cryptographic bits in the largest blocks there
// are, 53 of them per number, a logarithm, and another try if the result is out of bounds. Neither exact nor safe.

const halves = new Uint32Array(16384) // 64 KiB
let used = halves.length

function uniform() {
  if (used === halves.length) {
    crypto.getRandomValues(halves)
    used = 0
  }
  const high = halves[used++] >>> 5
  const low = halves[used++] >>> 6
  return (high * 67108864 + low) / 9007199254740992
}

export function handWrittenLaplace(truth, lower, upper, scale) {
  for (;;) {
    const u = uniform() - 0.5
    const noise = u < 0 ? scale * Math.log(1 + 2 * u) : -scale * Math.log(1 - 2 * u)
    const noisy = truth + noise
    if (noisy >= lower && noisy <= upper) return noisy
  }
}

export function handWrittenLaplaceAll(truths, lower, upper, scale, into) {
  for (let i = 0; i < truths.length; ++i) into[i] = handWrittenLaplace(truths[i], lower, upper, scale)
  return into
}

export function handWrittenWholeAll(truths, lower, upper, scale, into) {
  for (let i = 0; i < truths.length; ++i) into[i] = Math.round(handWrittenLaplace(truths[i], lower, upper, scale))
  return into
}

/** Box and Muller, of whose two numbers people use one. */
export function handWrittenGaussianAll(truths, lower, upper, deviation, into) {
  for (let i = 0; i < truths.length; ++i) {
    let noisy = Infinity
    while (!(noisy >= lower && noisy <= upper)) {
      noisy = truths[i] + deviation * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
    }
    into[i] = noisy
  }
  return into
}
