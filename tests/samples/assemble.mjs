// The files of a program from the documents, put where they can run.

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { compareValues, root } from './fences.mjs'

/**
 * A folder with the program in it. It lies inside the repository, so that Node finds `inbounds` by its name.
 * @param {import('node:test').TestContext} t
 * @param {{ files: { path: string, language: string, code: string }[], place: string }} program
 */
export async function assemble(t, { files, place }) {
  await mkdir(join(root, 'build'), { recursive: true })
  const folder = await mkdtemp(join(root, 'build/sample-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const { path, language, code } of files) {
    await writeFile(join(folder, path), place === 'node' && language === 'js' ? compareValues(code) : code)
  }
  return folder
}

/** The package's own files as a page finds them: installed, and copied beside it. */
export async function addPackage(folder) {
  for (const place of ['inbounds', 'node_modules/inbounds/dist']) {
    await cp(join(root, 'dist'), join(folder, place), { recursive: true })
  }
}

const COVERAGE = '.coverage'

/** For the environment of Node: write down which files ran, in worker threads as well. */
export function noting(folder) {
  return { ...process.env, NODE_V8_COVERAGE: join(folder, COVERAGE) }
}

/** The JavaScript files of a program that did not run, although it was started with `noting`. */
export async function unused(folder, { files }) {
  const notes = await readdir(join(folder, COVERAGE)).catch(() => [])
  const ran = new Set()
  for (const note of notes) {
    const { result } = JSON.parse(await readFile(join(folder, COVERAGE, note), 'utf8'))
    for (const { url } of result) ran.add(url)
  }
  return files
    .filter(({ path, language }) => language === 'js' && !ran.has(pathToFileURL(join(folder, path)).href))
    .map(({ path }) => path)
}
