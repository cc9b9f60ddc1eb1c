// The build reads the standard headers that most files need once, and hands them to every file (CMakeLists.txt): a file that
// forgot to include one would compile here, and nowhere else. So what it names of std is looked up here: the header of each
// name is included by the file, or by those of our own headers that it includes.

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src', import.meta.url))

/** Names that the sources use, by their headers. Some have several. */
const names = {
  algorithm:
    'max min minmax sort stable_sort clamp lower_bound upper_bound partition_point fill fill_n copy copy_n copy_if transform any_of all_of none_of find find_if count count_if equal for_each reverse rotate unique remove_if max_element min_element minmax_element nth_element adjacent_find is_sorted binary_search swap_ranges set_union make_heap push_heap pop_heap sort_heap ranges',
  array: 'array',
  bit: 'bit_cast bit_width countl_zero countr_zero has_single_bit popcount rotl',
  cmath:
    'abs ceil copysign cosh erf erfc exp exp2 expm1 fabs floor fma fmax fmin fmod frexp hypot ilogb isfinite isinf isnan ldexp lgamma log log1p log2 modf nearbyint nextafter pow remainder rint round scalbn signbit sin cos sinh sqrt tanh tgamma trunc',
  compare: 'partial_ordering strong_ordering weak_ordering',
  concepts: 'convertible_to floating_point integral invocable same_as',
  cstddef: 'byte',
  cstdint: 'int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintmax_t uintptr_t',
  cstdio: 'snprintf',
  cstdlib: 'abs llabs strtod',
  cstring: 'memcmp memcpy memset',
  functional: 'function greater hash less plus reference_wrapper',
  initializer_list: 'initializer_list',
  iterator: 'advance back_inserter distance next prev',
  limits: 'numeric_limits',
  memory: 'addressof allocator make_shared make_unique shared_ptr unique_ptr',
  numbers: 'numbers',
  numeric: 'accumulate gcd inner_product iota midpoint partial_sum reduce',
  optional: 'make_optional nullopt optional',
  queue: 'priority_queue',
  random: 'mt19937_64 random_device',
  span: 'as_bytes as_writable_bytes span',
  string: 'string to_string',
  string_view: 'string_view',
  system_error: 'generic_category system_error',
  tuple: 'make_tuple tie tuple',
  utility: 'as_const declval exchange forward in_place make_pair move pair swap',
  variant: 'get_if holds_alternative monostate variant visit',
  vector: 'erase_if vector'
}
// Every header of the library has them.
const anywhere = ['size_t', 'ptrdiff_t']
const headersOf = (name) => Object.keys(names).filter((header) => names[header].split(' ').includes(name))

const files = readdirSync(source, { recursive: true }).filter((name) => /\.[ch]pp$/.test(name))

/** The standard headers that a file includes, by itself or by ours. */
const includesOf = (file, seen = new Set()) => {
  seen.add(file)
  const found = new Set()
  for (const [, ours, standard] of readFileSync(join(source, file), 'utf8').matchAll(
    /^#include (?:"(.+)"|<(\w+)>)/gm
  )) {
    if (standard) found.add(standard)
    else if (!seen.has(ours) && existsSync(join(source, ours)))
      for (const each of includesOf(ours, seen)) found.add(each)
  }
  return found
}

/** What a program names of std, without its comments and texts. */
function namesIn(text) {
  const code = text.replaceAll(/\/\/.*|"(?:[^"\\\n]|\\.)*"/g, '')
  return new Set([...code.matchAll(/\bstd::(\w+)/g)].map(([, name]) => name))
}

test('every file includes what it names of the standard library, since the build hands out headers', () => {
  const missing = []
  let seen = 0
  for (const file of files) {
    const has = includesOf(file)
    for (const name of namesIn(readFileSync(join(source, file), 'utf8'))) {
      if (anywhere.includes(name)) continue
      seen += 1
      const headers = headersOf(name)
      assert.ok(headers.length > 0, `src/${file} uses std::${name}: say here which header it is in`)
      if (!headers.some((header) => has.has(header))) missing.push(`src/${file}: <${headers.join('> or <')}> for std::${name}`) // biome-ignore format: one thought
    }
  }
  assert.deepEqual(missing, [])
  assert.ok(seen > 500, 'names are found')
})

test('every header begins with what it includes, and each source with its own header, as nothing before could help them', () => {
  for (const file of files) {
    const text = readFileSync(join(source, file), 'utf8')
    const own = file.replace(/\.cpp$/, '.hpp')
    if (file.endsWith('.hpp')) assert.ok(text.startsWith('#pragma once\n'), `src/${file}`)
    else if (existsSync(join(source, own))) assert.ok(text.startsWith(`#include "${own}"\n`), `src/${file}`)
  }
})
