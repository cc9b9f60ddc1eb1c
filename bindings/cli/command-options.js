import { bounds, details, everywhere, MECHANISM, named, OUTPUT, PROMISE, promise, table } from './shared-options.js'

// Every command with its options. What parses the command line and what writes the help read the same list, so that neither
// knows of an option that the other does not.

/** @typedef {import('./shared-options.js').Option} Option */
/** @typedef {import('./shared-options.js').Options} Options */

/**
 * @typedef {object} Command
 * @property {string} summary in a line
 * @property {string} usage
 * @property {string} about a paragraph
 * @property {readonly string[]} examples
 * @property {number} maxFiles how many files it takes
 * @property {Options} options
 */

/** @param {Options} options @returns {Options} */
function repeatable(options) {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, multiple: true }]))
}

/** @type {Readonly<Record<string, Command>>} */
export const COMMANDS = {
  privatise: {
    summary: 'add noise to columns of a CSV file',
    usage: 'inbounds privatise [FILE] --column NAME --lower NUMBER --upper NUMBER --epsilon NUMBER',
    about:
      'Copies a CSV file, with noise on the numbers of the columns that you name. All else stays as it was, byte for byte. ' +
      'Nothing is written before the whole file was read without fault. Without a file, or with -, standard input is read.',
    examples: [
      'inbounds privatise people.csv --column age --lower 0 --upper 120 --granularity 1 --epsilon 1 > private.csv',
      'inbounds privatise people.csv --column age --lower 0 --upper 120 --column income --lower 0 --upper 20000 --epsilon 2 --output private.csv --save mechanisms.json',
      'inbounds privatise people.csv --column age --mechanism age.json --output private.csv',
      'inbounds privatise people.csv --column age --lower 0 --upper 120 --epsilon 1 --budget budget.json > private.csv'
    ],
    maxFiles: 1,
    options: {
      column: {
        group: 'The columns',
        value: 'NAME',
        multiple: true,
        short: 'c',
        help: 'A column that gets noise. May be repeated; the options of mechanism and promise are then given once for all columns, or once for each, in the same order.'
      },
      ...repeatable({
        ...bounds,
        mechanism: {
          group: MECHANISM,
          value: 'NAME|FILE',
          help: 'ReflectedLaplace, BoundedLaplace, BoundedGaussian or ClampedLaplace, or a file that calibrate --json or --save wrote, which has bounds and epsilon in it. Left out: ReflectedLaplace.'
        }
      }),
      outside: /** @type {Option} */ (details.outside),
      ...repeatable({
        epsilon: {
          group: PROMISE,
          value: 'NUMBER',
          help: 'How much may be given away: smaller is more private and noisier. Once: of all columns of a row together, in even parts.'
        },
        share: {
          group: PROMISE,
          value: 'WEIGHT',
          help: 'How large the part of each column is, if not even: --share 1 --share 3.'
        },
        delta: {
          group: PROMISE,
          value: 'NUMBER',
          help: 'A small probability with which that may fail; divided like epsilon. Left out: 0.'
        },
        sensitivity: /** @type {Option} */ (promise.sensitivity)
      }),
      guarantee: /** @type {Option} */ (details.guarantee),
      budget: {
        group: PROMISE,
        value: 'FILE',
        help: 'What all releases of these people may cost together, as inbounds budget made it. This one is paid for before it is written, and refused if it would cost more than is left. A row is a person.'
      },
      ...table,
      output: {
        group: OUTPUT,
        value: 'FILE',
        short: 'o',
        help: 'A new file to write to, instead of standard output. It is there whole or not at all.'
      },
      save: { group: OUTPUT, value: 'FILE', help: 'A new file for the mechanisms, as JSON, which estimate needs.' },
      force: { group: OUTPUT, help: 'Files of --output and --save that are there already may be replaced.' },
      stream: {
        group: OUTPUT,
        help: 'Write to standard output as it goes. After a fault, what is written stays written.'
      },
      ...everywhere
    }
  },
  estimate: {
    summary: 'statistics of the true values, from a column with noise',
    usage: 'inbounds estimate [FILE] --mechanism FILE [--column NAME]',
    about:
      'Works out how the true values are distributed that a column had before it got noise: mean, variance, quartiles and a ' +
      'histogram, each with an interval. It costs no epsilon.',
    examples: [
      'inbounds estimate private.csv --mechanism mechanisms.json --column age',
      'inbounds estimate private.csv --mechanism mechanisms.json --column age --bins 10 --json'
    ],
    maxFiles: 1,
    options: {
      mechanism: {
        group: MECHANISM,
        value: 'FILE',
        help: 'What calibrate --json or privatise --save wrote: the mechanism that made the reports.'
      },
      column: {
        group: 'The columns',
        value: 'NAME',
        short: 'c',
        help: 'Where the reports are. May be left out if there is but one column.'
      },
      bins: { group: 'The estimate', value: 'NUMBER', help: 'Of the histogram, from 1 to 256. Left out: 20.' },
      confidence: {
        group: 'The estimate',
        value: 'NUMBER',
        help: 'With which each interval holds what it is for. Left out: 0.95.'
      },
      range: {
        group: 'The estimate',
        value: 'RANGE',
        help: 'Between which values the true ones lie, where a bound is infinite: 0..1000.'
      },
      ...table,
      ...everywhere
    }
  },
  compare: {
    summary: 'which mechanism to use, and how large its errors are',
    usage: 'inbounds compare --lower NUMBER --upper NUMBER (--epsilon NUMBER | --rmse NUMBER)',
    about:
      'Lists every mechanism that fits, with the error of a single answer, the best first. With --rmse instead of --epsilon: ' +
      'which epsilon it takes to reach that error.',
    examples: [
      'inbounds compare --lower 0 --upper 120 --epsilon 1',
      'inbounds compare --lower 0 --upper 120 --granularity 1 --rmse 20',
      'inbounds compare --spans "9..12,14..18" --sensitivity 1 --epsilon 1 --guarantee metric'
    ],
    maxFiles: 0,
    options: {
      ...bounds,
      ...promise,
      guarantee: /** @type {Option} */ (details.guarantee),
      rmse: {
        group: PROMISE,
        value: 'NUMBER',
        help: 'The error to reach, instead of --epsilon: the root of its mean square.'
      },
      ...everywhere
    }
  },
  calibrate: {
    summary: 'the noise that an epsilon takes, as a mechanism to keep',
    usage: 'inbounds calibrate --lower NUMBER --upper NUMBER --epsilon NUMBER [--mechanism NAME]',
    about:
      'Finds the smallest noise of its kind that keeps the promise, and says what it means. With --json it prints the ' +
      'mechanism in writing: keep it, since privatise, estimate and audit take it.',
    examples: [
      'inbounds calibrate --lower 0 --upper 120 --granularity 1 --epsilon 1',
      'inbounds calibrate --lower 0 --upper 120 --granularity 1 --epsilon 1 --json > age.json'
    ],
    maxFiles: 0,
    options: { ...named, ...bounds, ...promise, ...details, ...everywhere }
  },
  audit: {
    summary: 'the exact worst case of a mechanism',
    usage: 'inbounds audit (FILE | --lower NUMBER --upper NUMBER --scale NUMBER)',
    about:
      'Computes the most that a mechanism can give away: over all true values that are to be protected from each other, and ' +
      'over all that can be released. For a file that calibrate --json wrote, or for noise of a scale that you give.',
    examples: [
      'inbounds audit age.json',
      'inbounds audit --mechanism ReflectedLaplace --lower 0 --upper 120 --scale 20',
      'inbounds audit --lower 0 --upper 120 --scale 20 --delta 0.000001'
    ],
    maxFiles: 1,
    options: {
      ...named,
      ...bounds,
      scale: { group: MECHANISM, value: 'NUMBER', help: 'The scale of the noise, in the unit of the values.' },
      sensitivity: /** @type {Option} */ (promise.sensitivity),
      guarantee: /** @type {Option} */ (details.guarantee),
      epsilon: { group: 'Questions', value: 'NUMBER', help: 'Which delta belongs to this epsilon?' },
      delta: { group: 'Questions', value: 'NUMBER', help: 'Which epsilon belongs to this delta?' },
      ...everywhere
    }
  },
  budget: {
    summary: 'what all releases about the same people may cost, and what is left',
    usage: 'inbounds budget FILE [--epsilon NUMBER [--delta NUMBER] [--period WORD]]',
    about:
      'With --epsilon, makes a budget for the people of a file; without, shows what was spent of one, and for what. privatise ' +
      '--budget FILE pays from it. The folder FILE.spent belongs to it: both are needed, and a budget of which one is gone is ' +
      'refused, not begun anew.',
    examples: [
      'inbounds budget budget.json --epsilon 3',
      'inbounds budget budget.json --epsilon 1 --delta 0.000001 --period month',
      'inbounds budget budget.json'
    ],
    maxFiles: 1,
    options: {
      epsilon: {
        group: PROMISE,
        value: 'NUMBER',
        help: 'What all releases together may cost; in each period, if there are some.'
      },
      delta: { group: PROMISE, value: 'NUMBER', help: 'A small probability with which that may fail. Left out: 0.' },
      slack: {
        group: PROMISE,
        value: 'NUMBER',
        help: 'The part of delta that is kept for counting many releases more closely (advanced composition). Left out: half.'
      },
      period: {
        group: PROMISE,
        value: 'WORD',
        help: "'day', 'week', 'month' or 'year', of the calendar in UTC: in each of them, as much may be spent. Left out: once and for all."
      },
      ...everywhere
    }
  }
}
