// Gaussian naive Bayes: a mean and a variance for each feature of each class.

/** @typedef {readonly (readonly number[])[]} Flowers features, and at the end the class */
/** @typedef {{ means: number[][], variances: number[][], shares: number[], counts: number[] }} Model by class, then by feature */

const CLASSES = 3
const FEATURES = 4

/** @param {Flowers} flowers @returns {Model} */
export function fit(flowers) {
  const byClass = Array.from({ length: CLASSES }, (_, at) => flowers.filter((flower) => flower[FEATURES] === at))
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, value) => sum + value, 0) / list.length
  const columns = byClass.map((members) =>
    Array.from({ length: FEATURES }, (_, feature) => members.map((flower) => Number(flower[feature])))
  )
  const means = columns.map((features) => features.map(mean))
  const variances = columns.map((features) =>
    features.map((column) => mean(column.map((x) => (x - mean(column)) ** 2)))
  )
  return {
    means,
    variances,
    shares: byClass.map(({ length }) => length / flowers.length),
    counts: byClass.map(({ length }) => length)
  }
}

/**
 * The share that is classified rightly. With a variance of 0 the density is singular: a class is impossible unless the flower has its very
 * mean; where all classes are, the first one is said.
 * @param {Pick<Model, 'means' | 'variances' | 'shares'>} model
 * @param {Flowers} flowers
 */
export function accuracy({ means, variances, shares }, flowers) {
  const right = flowers.filter((flower) => {
    const scores = shares.map((share, at) => {
      let score = Math.log(share)
      for (let feature = 0; feature < FEATURES; ++feature) {
        const [centre, variance] = [Number(means[at]?.[feature]), Number(variances[at]?.[feature])]
        const away = Number(flower[feature]) - centre
        if (variance > 0) score -= Math.log(variance) / 2 + away ** 2 / (2 * variance)
        else if (away !== 0) score = Number.NEGATIVE_INFINITY
      }
      return score
    })
    return scores.indexOf(Math.max(...scores)) === flower[FEATURES]
  })
  return right.length / flowers.length
}

/**
 * A numbered split in training and test flowers: always the same for a number (a shuffle by mulberry32).
 * @param {Flowers} flowers
 * @param {number} number
 */
export function splitFlowers(flowers, number, testing = 30) {
  let state = Math.imul(number + 1, 0x9e3779b1)
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), 1 | state)
    word ^= word + Math.imul(word ^ (word >>> 7), 61 | word)
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32
  }
  const keyed = flowers.map((flower) => ({ flower, key: random() })).sort((a, b) => a.key - b.key)
  const shuffled = keyed.map(({ flower }) => flower)
  return { test: shuffled.slice(0, testing), train: shuffled.slice(testing) }
}
