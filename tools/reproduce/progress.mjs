// How far it is, on standard error: a line for each item, and while one of them takes longer, its share in per cent. A terminal has that in one line, a
// log in lines of its own, now and then.

const PATIENCE = 2000 // milliseconds between two lines of a log

/**
 * @param {number} total
 * @param {{ isTTY?: boolean, write: (text: string) => unknown }} [output]
 */
export function progressOn(total, output = process.stderr) {
  const digits = String(total).length

  /** @param {number} number counted from 1 @param {string} name */
  return function item(number, name) {
    const label = `[${String(number).padStart(digits)}/${total}] ${name}`
    const started = performance.now()
    let lastReport = started
    const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
    if (output.isTTY) output.write(label)

    return {
      /** @param {{ done: number, total: number }} share */
      advance({ done, total: all }) {
        const percent = `${Math.floor((100 * done) / all)} %`
        if (output.isTTY) output.write(`\r\x1b[K${label} ... ${percent}`)
        else if (performance.now() - lastReport > PATIENCE) {
          lastReport = performance.now()
          output.write(`${label} ... ${percent} after ${seconds()}\n`)
        }
      },
      /** @param {string} words what came of it */
      end(words) {
        output.write(`${output.isTTY ? '\r\x1b[K' : ''}${label}: ${words} (${seconds()})\n`)
      }
    }
  }
}
