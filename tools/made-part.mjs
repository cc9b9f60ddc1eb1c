// A part of a document that a program makes: what stands between two comments.

import { readFile, writeFile } from 'node:fs/promises'

/** @param {string} page a path @param {string} start @param {string} end */
export async function readPart(page, start, end) {
  const { text, from, to } = await found(page, start, end)
  return text.slice(from, to).trim()
}

/** @param {string} page @param {string} start @param {string} end @param {string} part */
export async function writePart(page, start, end, part) {
  const { text, from, to } = await found(page, start, end)
  await writeFile(page, `${text.slice(0, from)}\n${part}\n${text.slice(to)}`)
}

async function found(page, start, end) {
  const text = await readFile(page, 'utf8')
  const at = text.indexOf(start)
  const to = text.indexOf(end, at)
  if (at < 0 || to < 0) throw new Error(`${page} has no place for what is made: between ${start} and ${end}`)
  return { text, from: at + start.length, to }
}
