// A process that spends (see budget-spender.mjs), and is killed or stopped at the nth call that touches its files.
// Arguments: 'SIGKILL' or 'SIGSTOP', n, and those of the spender, of which the first is the path.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [signal, n, path] = process.argv.splice(2, 2).concat(process.argv[2])
const write = fs.writeSync
let calls = 0

/** Halts before the call itself. */
function halting(owner, name) {
  const original = owner[name]
  owner[name] = (...given) => {
    if (String(given[0]).startsWith(path) && ++calls === Number(n)) {
      write(1, `halted before ${name}\n`)
      process.kill(process.pid, signal)
    }
    return original(...given)
  }
}

for (const name of ['readFileSync', 'statSync', 'existsSync', 'mkdirSync', 'readdirSync', 'writeFileSync'])
  halting(fs, name)
for (const name of ['linkSync', 'unlinkSync']) halting(fs, name)
halting(fs.promises, 'open') // before each sync
syncBuiltinESMExports()
await import('./budget-spender.mjs')
