// The direction of dependence between the rooms: each may use those before it, never those after, and no mechanism uses
// another one. Read off the include and import lines. And the map of CONTRIBUTING, which is to show the folders that there are.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { VIEWS } from '../../tools/site/views.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const rooms = ['core', 'numeric', 'random', 'distributions', 'privacy', 'mechanisms', 'estimation']

/** Every line of the kind in the files of a folder: [file, what it names]. */
function* lines(folder, files, pattern) {
  for (const name of readdirSync(join(root, folder), { recursive: true })) {
    if (!files.test(name)) continue
    const text = readFileSync(join(root, folder, name), 'utf8')
    for (const [, named, dynamic] of text.matchAll(pattern)) yield [name, named ?? dynamic]
  }
}

const includes = /^\s*#include\s+[<"]([^>"]+)[>"]/gm
const imports = /^(?:(?:import|export|\})[^'\n]* from |import )'([^'\n]+)'$|\bimport\('([^'\n]+)'\)/gm

test('C++ includes point from later rooms to earlier ones', () => {
  let seen = 0
  for (const [file, named] of lines('src', /\.[ch]pp$/, includes)) {
    const [from] = file.split('/')
    const [to] = named.split('/')
    if (!named.includes('/') || !rooms.includes(from) || !rooms.includes(to)) continue // <numeric> is no room of ours
    seen += 1
    assert.ok(rooms.indexOf(to) <= rooms.indexOf(from), `src/${file} includes ${named}, which is a later room`)
  }
  assert.ok(seen > 20, 'the pattern still finds includes')
})

const kinds = readdirSync(join(root, 'src/mechanisms'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'laplace')
  .map(({ name }) => name)
const seam = ['mechanism.hpp', 'registry.hpp', 'request.hpp'] // what is known of mechanisms outside their folders

test('no mechanism includes another, but for what the Laplace mechanisms share', () => {
  let seen = 0
  for (const [file, named] of lines('src/mechanisms', /\.[ch]pp$/, includes)) {
    if (!named.startsWith('mechanisms/')) continue
    const [from, to] = [file.split('/')[0], named.split('/')[1]]
    const shared = to === 'laplace' && from.endsWith('_laplace')
    const registered = from === 'registry.cpp' && kinds.includes(to)
    assert.ok(from === to || shared || registered || seam.includes(to), `src/mechanisms/${file} includes ${named}`)
    assert.ok(kinds.includes(from) || to !== 'registry.hpp' || from === 'registry.cpp', `${file} includes ${named}`)
    seen += 1
  }
  assert.ok(seen > 20, 'the pattern still finds includes')
})

test('nothing outside its folder and the registry names a kind of mechanism', () => {
  const classes = kinds
    .concat('laplace')
    .flatMap((kind) => [...lines(`src/mechanisms/${kind}`, /\.hpp$/, /^class (\w+) final : public mechanism \{/gm)])
    .map(([, name]) => name)
  assert.ok(classes.length >= 4, `the pattern still finds mechanisms: ${classes}`)
  const names = new RegExp(`\\b(${[...kinds, ...classes].join('|')})\\b`)
  let seen = 0
  for (const folder of ['src', 'bindings/embind']) {
    for (const file of readdirSync(join(root, folder), { recursive: true })) {
      const owned = /^mechanisms\/(registry\.cpp$|\w+\/)/.test(file) || file === 'inbounds.hpp'
      if (!/\.[ch]pp$/.test(file) || (folder === 'src' && owned)) continue
      const text = readFileSync(join(root, folder, file), 'utf8')
      for (const [, named] of text.matchAll(includes)) {
        if (!named.startsWith('mechanisms/')) continue
        assert.ok(seam.includes(named.slice('mechanisms/'.length)), `${folder}/${file} includes ${named}`)
        seen += 1
      }
      const [name] = text.replaceAll(/\/\/.*$/gm, '').match(names) ?? []
      assert.ok(!name, `${folder}/${file} names ${name}`)
    }
  }
  assert.ok(seen > 5, 'the pattern still finds includes')
})

test("nothing private depends on the papers' own formulas", () => {
  let seen = 0
  for (const [file, named] of [
    ...lines('src', /\.[ch]pp$/, includes),
    ...lines('bindings/embind', /\.[ch]pp$/, includes)
  ]) {
    if (file.startsWith('published/')) {
      seen += 1
      assert.ok(!named.includes('/') || /^(core|numeric|published)\//.test(named), `src/${file} includes ${named}`)
    } else {
      assert.ok(!named.startsWith('published/'), `${file} includes ${named}`)
    }
  }
  assert.ok(seen > 5, 'the pattern still finds includes')
})

test('Boost stays in numeric, and the core library knows no host', () => {
  for (const [file, named] of lines('src', /\.[ch]pp$/, includes)) {
    if (named.startsWith('boost/')) assert.ok(file.startsWith('numeric/'), `src/${file} includes ${named}`)
    assert.ok(!named.startsWith('emscripten'), `src/${file} includes ${named}`)
    if (file.startsWith('core/'))
      assert.ok(!named.includes('/') || named.startsWith('core/'), `src/${file} includes ${named}`)
  }
})

test('the exact auditor knows nothing of what it audits', () => {
  let seen = 0
  for (const [file, named] of lines('tests/adversary/exact', /\.[ch]pp$/, includes)) {
    seen += 1
    const own = readdirSync(join(root, 'tests/adversary/exact')).includes(named)
    assert.ok(
      own || named.startsWith('boost/') || !/[./]/.test(named),
      `tests/adversary/exact/${file} includes ${named}`
    )
  }
  assert.ok(seen > 20, 'the pattern still finds includes')
  const cmake = readFileSync(join(root, 'tests/adversary/exact/CMakeLists.txt'), 'utf8')
  assert.ok(!/\binbounds\b/.test(cmake), 'the auditor is not linked with the library')
})

test('every source file is compiled, and the umbrella shows the whole public surface', () => {
  const cmake = readFileSync(join(root, 'CMakeLists.txt'), 'utf8')
  for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
    if (name.endsWith('.cpp')) assert.ok(cmake.includes(`src/${name}`), `src/${name} is not in CMakeLists.txt`)
  }
  const umbrella = readFileSync(join(root, 'src/inbounds.hpp'), 'utf8')
  for (const name of readdirSync(join(root, 'src'), { recursive: true })) {
    const shown = /^(core|distributions|privacy|mechanisms)\/.*\.hpp$/.test(name)
    if (shown) assert.ok(umbrella.includes(`"${name}"`), `src/inbounds.hpp does not include ${name}`)
  }
})

test('the JavaScript of the package imports itself, and node: only in the Node entries', () => {
  for (const [file, named] of lines('bindings/js', /\.js$/, imports)) {
    if (named.startsWith('node:')) assert.match(file, /(^node|-node)\b/, `bindings/js/${file} imports ${named}`)
    else assert.ok(named.startsWith(file.includes('/') ? '.' : './'), `bindings/js/${file} imports ${named}`)
  }
})

test('a budget knows of mechanisms only what they cost, and that they privatise', () => {
  let seen = 0
  for (const [file, named] of lines('bindings/js/budget', /\.js$/, imports)) {
    seen += 1
    const known = /^(\.\/|node:|\.\.\/(arguments|copies|errors|own|sum-up)\.js$)/
    assert.match(named, known, `bindings/js/budget/${file} imports ${named}`)
  }
  assert.ok(seen > 10, 'the pattern still finds imports')
  for (const [file, named] of lines('bindings/js', /^[\w-]+\.js$/, imports)) {
    assert.ok(file.startsWith('budget') || !named.includes('/budget/'), `bindings/js/${file} imports ${named}`)
  }
})

test('what reads and writes CSV runs in Node and in browsers alike', () => {
  let seen = 0
  for (const [file, named] of lines('bindings/csv', /\.js$/, imports)) {
    seen += 1
    const known = /^(\.\/|inbounds\/collector$|d3-dsv$|\.\.\/js\/sum-up\.js$)/
    assert.match(named, known, `bindings/csv/${file} imports ${named}`)
  }
  assert.ok(seen > 10, 'the pattern still finds imports')
})

test('the command line is a customer of the package, too, and shares only what no user needs', () => {
  const seen = new Set()
  for (const [file, named] of lines('bindings/cli', /\.js$/, imports)) {
    seen.add(named)
    const known =
      /^(\.\/|\.\.\/csv\/|node:|inbounds\/(collector|budget)$|\.\.\/js\/(ordered-pool|node-port|sum-up)\.js$)/
    assert.match(named, known, `bindings/cli/${file} imports ${named}`)
  }
  assert.ok(seen.has('inbounds/collector'))
})

test('the page is a customer of the package: it imports it by name and nothing behind it, and one view reads CSV', () => {
  const seen = new Set()
  for (const [file, named] of lines('web', /\.js$/, imports)) {
    seen.add(named)
    const inside = /^\.\.?\//.test(named) && !join(dirname(file), named).startsWith('..')
    const known = ['inbounds', 'inbounds/collector', 'uplot'].includes(named)
    const readsCsv = file.startsWith('file/') && join('web', dirname(file), named).startsWith('bindings/csv/')
    assert.ok(inside || known || readsCsv, `web/${file} imports ${named}`)
  }
  assert.ok(seen.has('inbounds'))
})

test('no view of the page imports another, and what they share imports none of them', () => {
  const views = VIEWS.map(({ name }) => name)
  let shared = 0
  for (const [file, named] of lines('web', /\.js$/, imports)) {
    if (!named.startsWith('.')) continue
    const [from] = file.split('/')
    const [to] = join(dirname(file), named).split('/')
    assert.ok(from === to || !views.includes(to), `web/${file} imports ${named}`)
    shared += from !== to
  }
  assert.ok(shared > 10, 'the pattern still finds imports')
})

test('the map of CONTRIBUTING names every room, and nothing that is not there', () => {
  const [, map] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').match(/## Where things are\n```\n(.*?)```/s)
  const named = new Set() // folders, seen from the root
  let [top, room] = ['', '']
  for (const line of map.trim().split('\n')) {
    const [, margin, first] = line.match(/^( *)(\S*)/)
    if (margin === '') [top, room] = [first, '']
    else if (first.endsWith('/')) room = first
    for (const [, word] of line.matchAll(/(?<![\w/.<-])((?:[\w-]+\/)+|(?:[\w-]+\/)*[\w-]+\.(?:m?js|md))(?![\w*<])/g)) {
      const places = [join(top, room), top, ''].map((folder) => join(folder, word))
      const place = places.find((path) => existsSync(join(root, path)))
      const isSomewhere = !word.includes('/') && filesBelow(top).some((name) => basename(name) === word)
      assert.ok(place || isSomewhere, `the map names ${word}, and there is none for ${top}${room}`)
      if (place) named.add(join(place, '/'))
    }
  }
  const rooms = ['.', 'src', 'bindings', 'web', 'tests', 'tools'].flatMap(foldersIn)
  assert.ok(rooms.length > 30, 'there are folders')
  for (const folder of rooms) {
    const isNamed = [...named].some((path) => path.startsWith(`${folder}/`))
    assert.ok(isNamed, `the map does not name ${folder}`)
  }
})

/** Without what is hidden, made by the build or installed. */
function foldersIn(folder) {
  const made = ['build', 'dist', 'reproduction', 'node_modules']
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !made.includes(entry.name))
    .map(({ name }) => join(folder, name))
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true })
}

test('no file of the product and its tools is longer than 600 lines', () => {
  let seen = 0
  for (const folder of ['src', 'bindings', 'web', 'tools']) {
    for (const name of readdirSync(join(root, folder), { recursive: true })) {
      if (!/\.([ch]pp|m?js|css)$/.test(name)) continue
      const length = readFileSync(join(root, folder, name), 'utf8').split('\n').length
      assert.ok(length <= 600, `${folder}/${name} has ${length} lines`)
      seen += 1
    }
  }
  assert.ok(seen > 400, `${seen} files are found`)
})
