// How far apart draws are that look alike: where random words are used again, whole stretches of noise come back.

/**
 * The lags at which a sequence is most like itself, the likeliest first: from its autocorrelation, by Fourier transform,
 * since thousands of lags have to be tried (a generator gives its bits in large blocks).
 * @param {Float64Array} sequence its length is a power of two
 * @param {number} howMany
 */
export function likelyLags(sequence, howMany) {
  const { length } = sequence
  const mean = sequence.reduce((total, value) => total + value / length, 0)
  const re = new Float64Array(2 * length) // as long again with zeros, or the end would be compared with the beginning
  const im = new Float64Array(2 * length)
  for (let i = 0; i < length; ++i) re[i] = sequence[i] - mean
  transform(re, im)
  for (let i = 0; i < re.length; ++i) {
    re[i] = re[i] ** 2 + im[i] ** 2
    im[i] = 0
  }
  transform(re, im) // of an even sequence: there and back are alike, but for a factor
  const lags = Array.from({ length: length / 2 }, (_, lag) => lag + 1)
  return lags.sort((one, other) => re[other] - re[one]).slice(0, howMany)
}

/** The discrete Fourier transform in place: Cooley & Tukey, for powers of two. */
function transform(re, im) {
  const { length } = re
  for (let i = 1, j = 0; i < length; ++i) {
    let bit = length >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      ;[re[i], re[j]] = [re[j], re[i]]
      ;[im[i], im[j]] = [im[j], im[i]]
    }
  }
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2
    for (let k = 0; k < half; ++k) {
      const angle = (-2 * Math.PI * k) / size
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      for (let i = k; i < length; i += size) {
        const j = i + half
        const x = re[j] * c - im[j] * s
        const y = re[j] * s + im[j] * c
        re[j] = re[i] - x
        im[j] = im[i] - y
        re[i] += x
        im[i] += y
      }
    }
  }
}
