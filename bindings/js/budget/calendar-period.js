// Calendar periods, in UTC: the same for all of a person's devices, wherever they are.

/** A period of the calendar, in UTC. @typedef {'day' | 'week' | 'month' | 'year'} Period */

export const PERIODS = /** @type {const} */ (['day', 'week', 'month', 'year'])

/** The last moment that JavaScript has a date for. */
const LAST = 8.64e15

/**
 * When the period began that a moment lies in. Weeks begin on Mondays.
 * @param {Period} period
 * @param {number} moment in milliseconds since 1970
 */
export function periodStart(period, moment) {
  return startOf(period, new Date(moment), 0)
}

/** When the next one begins. @param {Period} period @param {number} moment */
export function nextPeriod(period, moment) {
  const next = startOf(period, new Date(moment), 1)
  return Number.isNaN(next) ? LAST : next
}

/** @param {Period} period @param {Date} date @param {number} further how many periods later */
function startOf(period, date, further) {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const sinceMonday = (date.getUTCDay() + 6) % 7
  switch (period) {
    case 'day':
      return midnight(year, month, day + further)
    case 'week':
      return midnight(year, month, day - sinceMonday + 7 * further)
    case 'month':
      return midnight(year, month + further, 1)
    case 'year':
      return midnight(year + further, 0, 1)
  }
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century. @param {number} year @param {number} month @param {number} day */
function midnight(year, month, day) {
  return new Date(0).setUTCFullYear(year, month, day)
}
