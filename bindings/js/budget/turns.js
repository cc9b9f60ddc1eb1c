/** One after the other: whoever comes while somebody is at work waits, whatever becomes of it (budget/PROOF.md, Proposition 6). */
export class Turns {
  /** Never rejected. @type {Promise<void> | undefined} */ #last

  /**
   * @template Result
   * @param {() => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  take(work) {
    const mine = this.#last === undefined ? work() : this.#last.then(work)
    /** @type {Promise<void>} */
    const done = mine.then(
      () => this.#leave(done),
      () => this.#leave(done)
    )
    this.#last = done
    return mine
  }

  /** Whoever comes to an empty room need not wait for anybody. @param {Promise<void>} done */
  #leave(done) {
    if (this.#last === done) this.#last = undefined
  }
}
