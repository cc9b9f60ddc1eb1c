// Runs other programs, and sees to it that none outlives us.

import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

const patience = 3000
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }
const running = new Set()
let interruption

// Streams the program's output; with quiet, returns the output and shows it only if the program fails; with log, it goes to that
// file. interactive leaves the program in our session, so that it can ask something at the terminal (sudo). timeLimit: after so
// many milliseconds it is ended, and has failed. After Ctrl-C nothing is started and nobody is answered any more: what runs is
// told to end, and we end with the last of it.
export function run(command, args = [], { cwd, env, quiet = false, interactive = false, log, timeLimit } = {}) {
  return new Promise((resolve, reject) => {
    if (interruption) return
    if (log) mkdirSync(dirname(log), { recursive: true })
    const output = log ? openSync(log, 'w') : quiet ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [interactive ? 'inherit' : 'ignore', output, output],
      // A process group of its own: what the program started itself (compilers, browsers) ends with it.
      detached: !interactive
    })
    if (log) closeSync(output) // the program has its own
    const entry = { child, interactive }
    const captured = quiet ? capture(child) : []
    const title = titleOf(command, args)
    let isLate = false
    const timer =
      timeLimit &&
      setTimeout(() => {
        isLate = true
        endAll([entry], 'SIGTERM')
      }, timeLimit)

    watch(entry)
    child.on('error', (error) => {
      clearTimeout(timer)
      forget(entry)
      if (interruption) return
      reject(new Error(error.code === 'ENOENT' ? `${command}: not found` : `${title}: ${error.message}`))
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      forget(entry)
      if (interruption) return
      const text = Buffer.concat(captured).toString()
      // First: a program may say that all is well because it was told to end.
      const late = isLate && new Error(`${title} was not finished after ${timeLimit / 60_000} minutes`)
      if (code === 0 && !late) return resolve(text)
      process.stderr.write(text)
      reject(late || new Error(signal ? `${title} was ended by ${signal}` : `${title} ended with exit code ${code}`))
    })
  })
}

/** Asks programs to end, and insists a little later. */
function endAll(children, signal) {
  for (const entry of children) send(entry, signal)
  setTimeout(() => {
    for (const entry of children) if (running.has(entry)) send(entry, 'SIGKILL')
  }, patience).unref()
}

// What to show someone: the message of an error that was meant for them, the whole story of a bug.
export function explain(error) {
  return error.constructor === Error ? error.message : error.stack
}

function capture(child) {
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return chunks
}

function titleOf(command, args) {
  const title = [command === process.execPath ? 'node' : command, ...args].join(' ')
  return title.length > 100 ? `${title.slice(0, 97)}...` : title
}

function watch(entry) {
  if (running.size === 0) {
    for (const signal in exitCodes) process.on(signal, interrupt)
    process.on('exit', killAll)
  }
  running.add(entry)
}

// The signal handlers exist only while something runs: otherwise the caller decides what Ctrl-C means.
function forget(entry) {
  if (!running.delete(entry) || running.size > 0) return
  if (interruption) process.exit(exitCodes[interruption])
  for (const signal in exitCodes) process.off(signal, interrupt)
  process.off('exit', killAll)
}

function interrupt(signal) {
  if (interruption) return killAll()
  interruption = signal
  endAll([...running], signal)
}

function killAll() {
  for (const entry of running) send(entry, 'SIGKILL')
}

function send({ child, interactive }, signal) {
  try {
    process.kill(interactive ? child.pid : -child.pid, signal)
  } catch {
    // It has ended already, or it is root's (sudo passes Ctrl-C on by itself).
  }
}
