// Runs jobs, some at a time: each starts as soon as there is room and what it needs has been made, the first of the list first.

/**
 * @typedef {object} Job
 * @property {string} id
 * @property {string[]} needs the ids of jobs that make what it uses
 * @property {string[]} [after] the ids of jobs that it must not run beside: it waits for those there are, whatever comes of them
 * @property {number} [share] how much it takes of the place of one job; left out: all of it
 * @property {() => Promise<unknown>} run
 */

/**
 * @template {Job} T
 * @param {T[]} jobs
 * @param {number} atATime
 * @param {(job: T, problem: Error | undefined, seconds: number) => void} ended a job whose needs have failed fails as well, without being run
 */
export async function runJobs(jobs, atATime, ended) {
  const waiting = [...jobs]
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()
  let taken = 0
  /** @type {Map<string, Error | undefined>} */
  const problems = new Map()
  const ids = new Set(jobs.map(({ id }) => id))
  const hasEnded = (id) => problems.has(id)
  const isReady = ({ needs, after = [] }) => needs.every(hasEnded) && after.every((id) => hasEnded(id) || !ids.has(id))

  const end = (job, problem, seconds) => {
    problems.set(job.id, problem)
    ended(job, problem, seconds)
  }
  const start = async (job) => {
    const failed = job.needs.find((id) => problems.get(id))
    if (failed) return end(job, new Error(`it needs ${failed}, which failed`), 0)
    const started = performance.now()
    const problem = await job.run().then(
      () => undefined,
      (error) => error
    )
    end(job, problem, (performance.now() - started) / 1000)
  }

  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(isReady)
    const { share = 1 } = waiting[at] ?? {}
    if (at >= 0 && taken + share <= atATime) {
      const [job] = waiting.splice(at, 1)
      taken += share
      running.set(
        job.id,
        start(job).then(() => {
          taken -= share
          running.delete(job.id)
        })
      )
    } else if (running.size > 0) {
      await Promise.race(running.values())
    } else {
      throw new Error(`${waiting[0].id} needs what nobody makes: ${waiting[0].needs.join(', ')}`)
    }
  }
}
