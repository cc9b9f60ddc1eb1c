/**
 * What was asked of a budget.
 * @typedef {object} Asked
 * @property {number} epsilon of one release
 * @property {number} delta of one release
 * @property {number} releases how many
 */

/**
 * The most that one more release may cost.
 * @typedef {object} Left
 * @property {number} epsilon what it may lose
 * @property {number} delta the probability with which it may fail
 */

/**
 * What was asked for would cost more than is left of a budget. Nothing was drawn, and nothing was spent.
 */
export class BudgetError extends Error {
  /**
   * @param {string} message
   * @param {Asked} asked
   * @param {Left} left
   * @param {Date | undefined} renewal
   */
  constructor(message, asked, left, renewal) {
    super(message)
    this.name = 'BudgetError'
    /** What one release would cost, and how many were asked for. */
    this.asked = asked
    /** The most that one more release may cost. */
    this.left = left
    /** When the next period begins, if the budget has periods. */
    this.renewal = renewal
  }
}

/**
 * What was spent could not be read, or could not be written down for good. No value was released.
 */
export class StoreError extends Error {
  /**
   * @param {string} message
   * @param {{ cause?: unknown }} [options]
   */
  constructor(message, options) {
    super(message, options)
    this.name = 'StoreError'
  }
}
