// The survey that the tour asks, and the people it asks. They are made up: that is all that is, everything about their
// reports is the library's.

export const EVENINGS = { lower: 0, upper: 30, granularity: 1 }

/** Every possible answer. */
export const ANSWERS = Array.from({ length: EVENINGS.upper + 1 }, (_, evenings) => evenings)

// Most drink seldom, fewer and fewer more often.
const WEIGHTS = ANSWERS.map((evenings) => Math.exp(-evenings / 5))
const ALL = WEIGHTS.reduce((sum, weight) => sum + weight)

/** The share of people with each true number. */
export const CROWD = WEIGHTS.map((weight) => weight / ALL)

export const CROWD_MEAN = CROWD.reduce((sum, share, evenings) => sum + share * evenings, 0)

/** The true numbers of people who are met by chance. @param {number} count */
export function peopleOfCrowd(count) {
  return Float64Array.from({ length: count }, () => {
    let left = Math.random() // who is met is no secret, and needs no better source
    return Math.max(
      0,
      CROWD.findIndex((share) => {
        left -= share
        return left < 0
      })
    )
  })
}
