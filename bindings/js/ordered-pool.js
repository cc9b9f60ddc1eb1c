// Several workers, results in the order of the tasks, never more under way than the workers can take.

/**
 * One worker. Its answers come in the order of what it was asked.
 * @typedef {object} Port
 * @property {(message: unknown, transfer: readonly ArrayBuffer[]) => Promise<any>} ask rejects if the worker fails or ends
 * @property {number} waiting how many questions have no answer yet
 * @property {() => void} end whatever was asked and not answered is rejected
 */

/**
 * A port to whose other end a worker is tied.
 * @typedef {Port & { answer: (answer: any) => void, fail: (error: unknown) => void, hasEnded: boolean }} WorkerPort
 */

/** What a worker is asked, and the memory that moves to it. @typedef {{ message: unknown, transfer?: readonly ArrayBuffer[] }} Task */

/** A worker with a second task waiting never stands idle; more would only take memory. */
const TASKS_EACH = 2

/**
 * The answers to all tasks, in their order. A task is taken only when a worker has room for it: whoever does not take the
 * answers stops the tasks. What fails, of the tasks or of the workers, is heard after all answers before it. However it
 * ends, the workers have ended, and so has the source of the tasks.
 * @param {AsyncIterator<Task>} tasks
 * @param {readonly Port[]} ports
 * @param {AbortSignal} [signal]
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* inOrder(tasks, ports, signal) {
  /** @type {(reason: unknown) => void} */
  let stop = () => {}
  const end = () => {
    for (const port of ports) port.end()
  }
  const abort = () => {
    end()
    stop(signal?.reason)
  }
  signal?.addEventListener('abort', abort)
  /** @type {Promise<{ kind: 'answer', answer: any } | { kind: 'failure', failure: unknown }>[]} */
  const answers = []
  /** @type {Promise<{ kind: 'task', task: IteratorResult<Task> } | { kind: 'error', error: unknown }> | undefined} */
  let coming
  let isOver = false
  try {
    for (;;) {
      signal?.throwIfAborted()
      if (!isOver && answers.length < TASKS_EACH * ports.length) coming ??= nextOf(tasks)
      if (!coming && answers.length === 0) return
      // An answer that is ready is handed out even if the next task takes its time. (Promise.race with a promise that lives as
      // long as the stream would keep all answers alive, too.)
      /** @type {Awaited<(typeof answers)[0]> | Awaited<NonNullable<typeof coming>>} */
      const first = await new Promise((resolve, reject) => {
        stop = reject
        answers[0]?.then(resolve)
        coming?.then(resolve)
      })
      if (first.kind === 'answer') {
        answers.shift()
        yield first.answer
      } else if (first.kind === 'failure') {
        throw first.failure
      } else {
        coming = undefined
        isOver = first.kind === 'error' || first.task.done === true
        if (first.kind === 'error') answers.push(Promise.resolve({ kind: 'failure', failure: first.error }))
        else if (!first.task.done) answers.push(answerOf(first.task.value, ports))
      }
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    end()
    // A source that is given up may take its time, and what it says then is nobody's business.
    Promise.resolve(tasks.return?.()).catch(() => {})
  }
}

/** Never rejected: it may be long before anybody looks. @param {AsyncIterator<Task>} tasks */
function nextOf(tasks) {
  return tasks.next().then(
    (task) => ({ kind: /** @type {const} */ ('task'), task }),
    (error) => ({ kind: /** @type {const} */ ('error'), error })
  )
}

/** @param {Task} task @param {readonly Port[]} ports */
function answerOf({ message, transfer = [] }, ports) {
  const port = ports.reduce((idlest, other) => (other.waiting < idlest.waiting ? other : idlest))
  return port.ask(message, transfer).then(
    (answer) => ({ kind: /** @type {const} */ ('answer'), answer }),
    (failure) => ({ kind: /** @type {const} */ ('failure'), failure })
  )
}

/**
 * The port of a worker, by whatever means it is reached.
 * @param {(message: unknown, transfer: readonly ArrayBuffer[]) => void} post
 * @param {() => void} terminate
 * @returns {WorkerPort}
 */
export function portOf(post, terminate) {
  /** @type {{ resolve: (answer: any) => void, reject: (error: unknown) => void }[]} */
  const questions = []
  /** @type {{ error: unknown } | undefined} */
  let ended
  /** @param {unknown} error */
  const fail = (error) => {
    if (ended) return
    ended = { error }
    terminate()
    for (const { reject } of questions.splice(0)) reject(error)
  }
  return {
    ask: (message, transfer) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended.error)
        post(message, transfer) // throws for what cannot be sent
        questions.push({ resolve, reject })
      }),
    get waiting() {
      return questions.length
    },
    get hasEnded() {
      return ended !== undefined
    },
    end: () => fail(new Error('the worker has ended')),
    answer: (answer) => questions.shift()?.resolve(answer),
    fail
  }
}
