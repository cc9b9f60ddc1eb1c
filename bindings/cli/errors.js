import { DataError, TableError, UsageError } from '../csv/errors.js'

// What can go wrong, and the exit code that says so. Whoever wrote the command reads these, so each is a sentence.

export { DataError, TableError, UsageError }

export const EXIT = {
  done: 0,
  data: 1,
  usage: 2,
  budget: 3,
  hangUp: 129,
  interrupted: 130,
  readerGone: 141,
  terminated: 143
}

/** A budget does not allow it. */
export class OverBudgetError extends Error {}

/** Whoever read our output has gone away, as `head` does. There is nobody left to tell. */
export class ReaderGone extends Error {}

/** What the codes of the system mean to somebody who does not know them. @type {Record<string, string>} */
const REASONS = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of that path is a file, not a folder',
  EISDIR: 'that is a folder, not a file',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EROFS: 'that disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  EFBIG: 'the file would be larger than files may be',
  EMFILE: 'too many files are open',
  EIO: 'the disk does not answer'
}

/**
 * An error of the file system as a sentence.
 * @param {any} error
 * @param {string} what what was being done, such as "cannot read 'data.csv'"
 */
export function fileError(error, what) {
  if (error instanceof DataError || error instanceof UsageError || error instanceof ReaderGone) return error
  return new DataError(`${what}: ${REASONS[error?.code] ?? error?.message ?? error}`)
}

/**
 * What an option makes the library say. It names the parameter as the option is called.
 * @template Result
 * @param {() => Result} work
 * @param {string} [about] which column it is about
 * @returns {Result}
 */
export function asUsage(work, about = '') {
  try {
    return work()
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof Error)) throw error
    throw new UsageError(about + error.message, /** @type {any} */ (error).parameter)
  }
}
