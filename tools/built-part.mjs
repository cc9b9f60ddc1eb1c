// A part of a document that a program makes: what stands between two comments.

import { readFile, writeFile } from 'node:fs/promises'

/** @param {string} page a path @param {string} start @param {string} end */
export async function readPart(page, start, end) {
  const { text, from, to } = await findPart(page, start, end)
  return text.slice(from, to).trim()
}

/**
 * Where a document has several, each by its name, as lines.
 * @param {string} page @param {(name: string) => string} startOf @param {string} end
 */
export async function readParts(page, startOf, end) {
  const text = await readFile(page, 'utf8')
  const names = [...text.matchAll(new RegExp(startOf('([\\w-]+)'), 'g'))].map(([, name]) => name)
  const parts = names.map(async (name) => [name, (await readPart(page, startOf(name), end)).split('\n')])
  return Object.fromEntries(await Promise.all(parts))
}

/** @param {string} page @param {string} start @param {string} end @param {string} part */
export async function writePart(page, start, end, part) {
  const { text, from, to } = await findPart(page, start, end)
  await writeFile(page, `${text.slice(0, from)}\n${part}\n${text.slice(to)}`)
}

async function findPart(page, start, end) {
  const text = await readFile(page, 'utf8')
  const at = text.indexOf(start)
  const to = text.indexOf(end, at)
  if (at < 0 || to < 0) throw new Error(`${page} has no place for what is made: between ${start} and ${end}`)
  return { text, from: at + start.length, to }
}
