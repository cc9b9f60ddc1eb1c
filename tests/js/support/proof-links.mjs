// From the statements of the proofs to the code that uses them and to the tests that check them, and back. A statement is
// `**Theorem 2 (its name).**`, and after its proof stands a line of links:
//
//   *Used:* [`src/a.cpp`](../a.cpp), `function`. *Tested:* [`tests/cpp/a_test.cpp`](../../tests/cpp/a_test.cpp), "the test".
//
// In those files, a comment names the statement, as `folder/PROOF.md, Theorem 2`: the folder is that of the proof. Numbers of
// lines would not last; names do.

import { posix } from 'node:path'

const gap = String.raw`(?:[ \t]+|[ \t]*\n[ \t]*(?:\/\/+|\*)[ \t]*)` // a comment may go on in the next line
const name = `(?:main${gap}theorem|(?:Theorem|Lemma|Proposition|Corollary)${gap}(?:\\d+|[A-Z])\\b)`
const mark = new RegExp(String.raw`(?:([\w-]+)\/)?PROOF\.md,${gap}(${name}(?:(?:,|${gap}and)${gap}${name})*)`, 'g')
const mention = /PROOF\.md[^.\n]{1,60}?\b(?:Theorem|Lemma|Proposition|Corollary) (?:\d+|[A-Z])\b/g
const statement = /\*\*(main theorem|theorem|lemma|proposition|corollary)\b([^*]*)\*\*/gi
const link = /\[`([^`]+)`\]\(([^)]+)\), (?:`([^`]+)`|"([^"]+)")/g
const inText =
  /(\]\([^)]*PROOF\.md\), )?\b(Theorem|Lemma|Proposition)s? ((?:\d+|[A-Z])\b(?!\.\d)(?:(?:, | and | to )(?:\d+|[A-Z])\b)*)(?! of the| there|\(\w\) there)/g
const linesBelowMark = 10

const lineAt = (text, index) => text.slice(0, index).split('\n').length
const folderOf = (path) => posix.basename(posix.dirname(path))

/** The statements of a proof, each with its links. */
export function statementsIn(text) {
  const found = [...text.matchAll(statement)]
  return found.map((match, at) => {
    const [, kind, label] = match
    const region = text.slice(match.index, found[at + 1]?.index)
    const isMain = /^main/i.test(kind)
    const number = isMain ? '' : label.match(/^ (\d+|[A-Z])(?: \([^)]+\))?\.?$/)?.[1]
    const [, used, tested] = region.match(/^\*Used:\* (.+?) \*Tested:\* (.+)$/m) ?? []
    return {
      name: isMain ? 'main theorem' : number && `${kind} ${number}`,
      written: match[0],
      line: lineAt(text, match.index),
      proofs: [...region.matchAll(/\*Proof\b/g)].length,
      used: used && linksIn(used),
      tested: tested && linksIn(tested)
    }
  })
}

function linksIn(text) {
  const links = [...text.matchAll(link)].map(([, path, target, symbol, test]) => ({ path, target, symbol, test }))
  const isReadable = links.length > 0 && /^[;. ]*$/.test(text.replaceAll(link, ''))
  return isReadable ? links : undefined
}

/** Where comments name statements: the folder of the proof, the statement, and the place. */
export function marksIn(text) {
  return [...text.matchAll(mark)].flatMap(({ 1: folder, 2: names, index }) =>
    [...names.matchAll(new RegExp(name, 'g'))].map(([one]) => ({
      folder,
      name: one.replaceAll(new RegExp(gap, 'g'), ' '),
      index
    }))
  )
}

/** The tests of a file that are run, with the comments above them: name, beginning and end. */
export function testsIn(text) {
  const cpp = /^TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+),\s*"(?!\[[.!])[^"]*"\)/gm
  const js = /^test\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`$]*)`),/gm
  const named = [
    ...[...text.matchAll(cpp)].map((match) => [match, match[1].replaceAll(/"\s*"|^"|"\s*$/g, '')]),
    ...[...text.matchAll(js)].map((match) => [match, match[1] ?? match[2] ?? match[3]])
  ]
  return named.map(([{ 0: head, index }, called]) => {
    const above = text.slice(0, index).match(/(?:^|\n)((?:[ \t]*\/\/.*\n)+)$/)?.[1].length ?? 0
    const body = text.slice(index + head.length).search(/^\}\)?;?$/m)
    const next = text.slice(index + head.length).search(/^(?:TEST_CASE|test)\(/m)
    const ends = [body, next].filter((at) => at >= 0)
    const length = ends.length > 0 ? Math.min(...ends) : text.length
    return { name: called.replaceAll(/\\(.)/g, '$1'), from: index - above, to: index + head.length + length }
  })
}

/**
 * Whatever does not hold, in sentences that say what to do.
 * @param {Map<string, string>} proofs every PROOF.md: path and text
 * @param {Map<string, string>} code every source and test: path and text
 */
export function errorsOf(proofs, code) {
  const known = new Set()
  const errors = []
  for (const [path, text] of proofs) {
    const statements = statementsIn(text)
    if (statements.length === 0) errors.push(`${path} has no statement: name what it proves, as **Theorem 1.**`)
    for (const one of statements) {
      errors.push(...errorsOfStatement(one, path, code, known))
      if (one.name) known.add(`${folderOf(path)} ${one.name}`)
    }
    if (/\*Proof\b/.test(text.slice(0, text.search(statement))))
      errors.push(unnamed(path, 'before the first statement'))
  }
  for (const [path, text] of proofs) errors.push(...errorsOfText(path, text, known))
  for (const [path, text] of code) errors.push(...errorsOfMarks(path, text, known))
  return errors
}

const unnamed = (path, where) =>
  `${path} has a proof ${where} that is of no statement: name what it proves, as **Lemma 3 (its name).**`

function errorsOfStatement(one, path, code, known) {
  const here = `${path}, line ${one.line}`
  if (!one.name)
    return [`${here}: ${one.written} has no number or letter: write **Theorem 3.** or **Theorem 3 (its name).**`]
  const of = `${one.name} of ${path}`
  const errors = []
  if (known.has(`${folderOf(path)} ${one.name}`))
    errors.push(`${here}: there are two of ${of}: give one another number`)
  if (one.proofs > 1) errors.push(unnamed(path, `after that of ${one.name}`))
  if (!one.used || !one.tested) {
    const line = '*Used:* [`src/...`](...), `function`. *Tested:* [`tests/...`](...), "name of the test".'
    return [...errors, `${of} has no links, or none that can be read: after its proof, add a line ${line}`]
  }
  const comment = `// ${folderOf(path)}/PROOF.md, ${one.name}`
  for (const { path: to, target, symbol, test } of [...one.used, ...one.tested]) {
    const text = code.get(to)
    const isTest = to.startsWith('tests/')
    if (posix.join(posix.dirname(path), target) !== to) errors.push(`${of}: the link to ${to} leads to ${target}`)
    if (text === undefined) errors.push(`${of} links to ${to}, and there is no such source or test`)
    else if (isTest) errors.push(...errorsOfTest(of, to, text, test, comment))
    else errors.push(...errorsOfUse(of, to, text, symbol, comment))
  }
  if (one.used.some(({ path: to }) => to.startsWith('tests/')))
    errors.push(`${of} is used in a test only: link the code`)
  if (!one.tested.every(({ path: to }) => to.startsWith('tests/'))) errors.push(`${of} is tested where no tests are`)
  return errors
}

const isNamed = (comment) => (marked) => comment.endsWith(` ${marked.folder}/PROOF.md, ${marked.name}`)

function errorsOfUse(of, path, text, symbol, comment) {
  if (!symbol) return [`${of}: after the link to ${path}, say which function uses it, in backticks`]
  const below = marksIn(text)
    .filter(isNamed(comment))
    .map(({ index }) => text.slice(index).split('\n').slice(0, linesBelowMark).join('\n'))
  if (below.length === 0) return [`${path} does not name ${of}: put the comment "${comment}" above ${symbol}`]
  const isThere = below.some((lines) => lines.split(/[^\w#]+/).includes(symbol.split('::').at(-1)))
  return isThere ? [] : [`${path}: ${symbol} is not below the comment "${comment}", as ${of} says`]
}

function errorsOfTest(of, path, text, test, comment) {
  if (!test) return [`${of}: after the link to ${path}, say which test checks it, in double quotes`]
  const found = testsIn(text).find((one) => one.name === test)
  if (!found) return [`${of} links to the test "${test}", and there is none of that name in ${path} that is run`]
  const isMarked = marksIn(text)
    .filter(isNamed(comment))
    .some(({ index }) => index >= found.from && index < found.to)
  return isMarked ? [] : [`${path}: the test "${test}" does not name ${of}: put "${comment}" into it, or above it`]
}

/** Of what a proof says of its own statements, or of those of a proof that it links to. */
function errorsOfText(path, text, known) {
  const errors = []
  for (const { 1: linked, 2: kind, 3: numbers, index } of text.matchAll(inText)) {
    const of = linked ? posix.join(posix.dirname(path), linked.slice(2, -3)) : path
    for (const number of numbers.split(/, | and | to /)) {
      if (!known.has(`${folderOf(of)} ${kind} ${number}`))
        errors.push(`${path}, line ${lineAt(text, index)} speaks of ${kind} ${number} of ${of}, which there is not`)
    }
  }
  return errors
}

function errorsOfMarks(path, text, known) {
  const marks = marksIn(text)
  const stale = marks.filter(({ folder, name: one }) => !known.has(`${folder} ${one}`))
  const places = new Set(marks.map(({ index }) => text.indexOf('PROOF.md', index)))
  const loose = [...text.matchAll(mention)].filter(({ index }) => !places.has(index))
  return [
    ...stale.map(({ folder, name: one, index }) => {
      const what = folder
        ? `${one} of ${folder}/PROOF.md, which there is not`
        : `${one} of a PROOF.md: say which, as budget/PROOF.md`
      return `${path}, line ${lineAt(text, index)} names ${what}`
    }),
    ...loose.map(
      ({ 0: words, index }) => `${path}, line ${lineAt(text, index)}: write "${words}" as folder/PROOF.md, Theorem 1`
    )
  ]
}
