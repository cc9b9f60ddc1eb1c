// From the errata to their tests and back: after each erratum, its tests are named in quotes, after links to their files,
//
//   *Tests* ([`errata_test.cpp`](../../tests/cpp/published/errata_test.cpp)): "erratum 1: what it shows", "erratum 1: what else".

import { posix } from 'node:path'
import { testsIn } from './proof-links.mjs'

const list = /\*Tests?\* \(((?:\[[^\]]*\]\([^)]*\)(?:, )?)+)\): ((?:.|\n(?!\n))*)/g

/**
 * Whatever does not hold, in sentences that say what to do.
 * @param {string} errata
 * @param {string} path of the errata
 * @param {Map<string, string>} code every test: path and text
 */
export function errorsOfErrata(errata, path, code) {
  const sections = errata.split(/^(?=## )/m).filter((section) => /^## \d+\./.test(section))
  const errors = []
  const named = new Map()
  const files = new Set()
  for (const section of sections) {
    const number = Number(section.match(/\d+/)[0])
    const names = []
    for (const [, links, tests] of section.matchAll(list)) {
      const linked = [...links.matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => posix.join(posix.dirname(path), to))
      for (const to of linked.filter((one) => !code.has(one)))
        errors.push(
          `erratum ${number} of ${path} links to ${posix.relative(posix.dirname(path), to)}, and there is no such test`
        )
      const there = linked.flatMap((to) => testsIn(code.get(to) ?? '').map(({ name }) => name))
      for (const to of linked) files.add(to)
      for (const [, words] of tests.matchAll(/"([^"]+)"/g)) {
        const name = words.replaceAll(/\s+/g, ' ')
        names.push(name)
        if (!there.includes(name))
          errors.push(`erratum ${number} of ${path} names the test "${name}", which none of the files linked there has`)
      }
    }
    if (names.length === 0)
      errors.push(`erratum ${number} of ${path} names no test: add *Test* ([\`file\`](...)): "its name".`)
    named.set(number, names)
  }
  for (const file of files) {
    for (const { name } of testsIn(code.get(file) ?? '')) {
      const [, number] = name.match(/^erratum (\d+): /) ?? []
      if (number && !named.get(Number(number))?.includes(name))
        errors.push(`${file}: the test "${name}" is not named in section ${number} of ${path}: add it`)
    }
  }
  return errors
}
