// Questions to the exact auditor (main.cpp), which is a program of its own: a line for each claim, a line for each answer.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../build/native/tests/adversary/exact/exact_auditor', import.meta.url))

/**
 * @param {string[]} questions
 * @returns {Promise<{ verdict: 'holds' | 'broken', text: string, numbers: number[] }[]>} in the order of the questions
 */
export async function answersTo(questions) {
  const half = Math.ceil(questions.length / 2) // one for each core that everybody has
  const parts = [questions.slice(0, half), questions.slice(half)].filter((part) => part.length > 0)
  const lines = (await Promise.all(parts.map(ask))).flat()
  return lines.map((line, at) => {
    const [verdict, ...words] = line.split(' ')
    if (verdict !== 'holds' && verdict !== 'broken') throw new Error(`the auditor says "${line}" to "${questions[at]}"`)
    return { verdict, text: words.join(' '), numbers: verdict === 'holds' ? words.map(Number) : [] }
  })
}

/** @param {string[]} questions @returns {Promise<string[]>} */
function ask(questions) {
  if (!existsSync(program)) throw new Error('The exact auditor is not built: npm test -- adversary does it')
  return new Promise((resolve, reject) => {
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
      if (code === 0 && lines.length === questions.length) return resolve(lines)
      reject(new Error(`the auditor ended with ${code ?? signal} after ${lines.length} of ${questions.length} answers`))
    })
    child.stdin.end(questions.map((question) => `${question}\n`).join(''))
  })
}
