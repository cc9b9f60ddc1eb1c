import { BlockMemory } from '../csv/block-memory.js'
import { rowError, TableError } from '../csv/errors.js'
import { takeLayout } from '../csv/header.js'
import { bytesOf } from '../csv/number-cell.js'
import { rowBlocks } from '../csv/row-blocks.js'
import { answersOf } from './block-run.js'
import { inputFrom } from './input.js'
import { delimiterFrom, wholeFrom } from './option-values.js'
import { Progress } from './progress.js'
import { tell } from './standard-streams.js'

// A CSV file from its first row to its last, for the commands that read one.

/** @typedef {import('../csv/block-work.js').Answer} Answer */
/** @typedef {import('../csv/header.js').Layout} Layout */
/** @typedef {AsyncGenerator<import('../csv/row-blocks.js').RowBlock, void, void>} Blocks */

/**
 * What the options say about a file, checked before it is opened.
 * @param {import('./arguments.js').Given} given
 */
export function tableOptions(given) {
  const isQuiet = given.has('quiet')
  const delimiter = delimiterFrom('delimiter', given.one('delimiter'))
  const missing = given.all('missing').flatMap((word) => bytesOf(word.trim()))
  const threads = wholeFrom('threads', given.one('threads') ?? '2', 1, 16)
  return { path: given.files[0], hasHeader: !given.has('no-header'), delimiter, missing, threads, isQuiet }
}

export class Table {
  /** @readonly @type {string} */ name
  /** @readonly @type {Layout} */ layout
  rows = 0
  /** How many values of each column are missing. @type {number[]} */ missing

  /** @type {Blocks} */ #blocks
  /** @type {BlockMemory} */ #memory
  /** @type {Progress} */ #progress
  /** @type {ReturnType<typeof tableOptions>} */ #options

  /**
   * @param {string} name
   * @param {Layout} layout
   * @param {{ blocks: Blocks, memory: BlockMemory, progress: Progress, options: ReturnType<typeof tableOptions> }} parts
   */
  constructor(name, layout, { blocks, memory, progress, options }) {
    this.name = name
    this.layout = layout
    this.missing = layout.places.map(() => 0)
    this.#blocks = blocks
    this.#memory = memory
    this.#progress = progress
    this.#options = options
  }

  /**
   * Reads as far as the first row.
   * @param {ReturnType<typeof tableOptions>} options
   * @param {readonly string[] | undefined} columns that are asked for; undefined: the only one
   */
  static async open(options, columns) {
    const { path, hasHeader, delimiter, isQuiet } = options
    if ((path === undefined || path === '-') && process.stdin.isTTY && !isQuiet) {
      await tell('Reading from the terminal; Ctrl-D ends. (Name a file to read that.)')
    }
    const { name, size, chunks } = await inputFrom(path)
    const memory = new BlockMemory()
    const progress = new Progress(size, isQuiet)
    const blocks = rowBlocks(progress.counting(chunks), memory)
    return inFile(name, async () => {
      const layout = await takeLayout(blocks, { columns, hasHeader, delimiter })
      return new Table(name, layout, { blocks, memory, progress, options })
    })
  }

  /**
   * What the threads make of each block, in order. The bytes of an answer are gone when the next is asked for.
   * @param {import('inbounds/collector').Collector} inbounds
   * @param {Pick<import('../csv/block-work.js').Plan, 'kind' | 'mechanisms' | 'range'>} work
   * @returns {AsyncGenerator<Answer, void, void>}
   */
  async *answers(inbounds, work) {
    const { shape, places, rest, names } = this.layout
    const { missing, threads } = this.#options
    const answers = answersOf(inbounds, { ...work, shape, places, missing }, rest, this.#blocks, threads)
    try {
      for (;;) {
        const { value: answer, done } = await inFile(this.name, () => answers.next())
        if (done) return
        if (answer.error) throw rowError(withAdvice(answer.error), names).in(this.name)
        this.rows += answer.rows
        this.missing = this.missing.map((count, column) => count + Number(answer.missing[column]))
        yield answer
        if (answer.bytes) this.#memory.give(answer.bytes)
        this.#progress.draw(this.rows)
      }
    } finally {
      this.#progress.clear()
      await answers.return()
    }
  }
}

/** How to say that a word stands for a missing value. @param {import('../csv/errors.js').PlacedError} error */
function withAdvice(error) {
  if (!error.mayBeMissing) return error
  return { ...error, problem: `${error.problem}; if that stands for a missing value, name it with --missing` }
}

/**
 * Errors inside of a file are reported with its name.
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
async function inFile(name, work) {
  try {
    return await work()
  } catch (error) {
    throw error instanceof TableError ? error.in(name) : error
  }
}
