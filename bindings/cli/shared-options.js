// The options that several commands have in common.

/**
 * @typedef {object} Option
 * @property {string} group under which heading of the help
 * @property {string} help what it does, in a sentence or two
 * @property {string} [value] what its value is called in the help; without one it is a switch
 * @property {boolean} [multiple] whether it may be given more than once
 * @property {string} [short] a letter for it
 */

/** @typedef {Readonly<Record<string, Option>>} Options */

export const MECHANISM = 'The mechanism'
export const PROMISE = 'The promise'
const FILE = 'The file'
export const OUTPUT = 'The output'
export const OTHER = 'Other'

/** Where values lie. @type {Options} */
export const bounds = {
  lower: { group: MECHANISM, value: 'NUMBER', help: 'The smallest possible value; -Infinity, if there is none.' },
  upper: { group: MECHANISM, value: 'NUMBER', help: 'The largest possible value; Infinity, if there is none.' },
  spans: { group: MECHANISM, value: 'LIST', help: 'What is possible, instead of --lower and --upper: "9..12,14..18".' },
  granularity: {
    group: MECHANISM,
    value: 'STEP',
    help: 'The step between released values: 1 for whole numbers, 0.5, 10. Left out: very fine.'
  }
}

/** How much may be given away. @type {Options} */
export const promise = {
  epsilon: {
    group: PROMISE,
    value: 'NUMBER',
    help: 'How much may be given away: smaller is more private and noisier.'
  },
  delta: { group: PROMISE, value: 'NUMBER', help: 'A small probability with which that may fail. Left out: 0.' },
  sensitivity: {
    group: PROMISE,
    value: 'NUMBER',
    help: 'How far apart two values are that must not be told apart. Left out: any two values.'
  }
}

/** @type {Options} */
export const details = {
  guarantee: {
    group: PROMISE,
    value: 'WORD',
    help: "'dp', or 'metric': closer values are protected better. Left out: dp."
  },
  calibration: {
    group: MECHANISM,
    value: 'WORD',
    help: "'tight', or 'published': the larger noise of the papers. Left out: tight."
  },
  outside: {
    group: MECHANISM,
    value: 'WORD',
    help: "What becomes of a true value outside the bounds: 'clamp' to the nearer one, or 'error'. Left out: clamp."
  }
}

/** @type {Options} */
export const named = {
  mechanism: {
    group: MECHANISM,
    value: 'NAME',
    help: 'ReflectedLaplace, BoundedLaplace, BoundedGaussian or ClampedLaplace. Left out: ReflectedLaplace.'
  }
}

/** @type {Options} */
export const everywhere = {
  json: { group: OUTPUT, help: 'Answer in JSON, errors too.' },
  help: { group: OTHER, short: 'h', help: 'This text.' }
}

/** How a CSV file is to be read. @type {Options} */
export const table = {
  'no-header': { group: FILE, help: 'The first line is a row like the others; columns have numbers from 1.' },
  delimiter: {
    group: FILE,
    value: 'CHARACTER',
    help: "What separates cells; 'tab' for a tab. Left out: the first of , ; tab | that gives the columns asked for."
  },
  missing: {
    group: FILE,
    value: 'WORD',
    multiple: true,
    help: 'What stands for a missing value beside an empty cell, such as NA. May be repeated.'
  },
  threads: { group: OTHER, value: 'NUMBER', help: 'How many threads work, from 1 to 16. Left out: 2.' },
  quiet: { group: OUTPUT, short: 'q', help: 'No notes and no progress on standard error.' }
}
