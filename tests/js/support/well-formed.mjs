import assert from 'node:assert/strict'

/**
 * Whether a text is well-formed XML, as far as our own writer can go wrong: tags that nest and end, attributes in quotes and each once, no bare < or &.
 * @param {string} text
 */
export function assertWellFormed(text) {
  const open = []
  let rest = text.trim()
  assert.match(rest, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
  while (rest !== '') {
    const words = /^[^<]*/.exec(rest)[0]
    assert.doesNotMatch(words, /&(?!(amp|lt|gt|quot|#\d+);)/, 'a bare &')
    rest = rest.slice(words.length)
    if (rest === '') break
    const tag = /^<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z:-]+="[^"<]*")*)\s*(\/?)>/.exec(rest)
    assert.ok(tag, `no tag: ${rest.slice(0, 80)}`)
    const [whole, closes, name, attributes, isEmpty] = tag
    const names = [...attributes.matchAll(/([a-zA-Z:-]+)="/g)].map(([, attribute]) => attribute)
    assert.equal(new Set(names).size, names.length, `an attribute twice: ${whole}`)
    if (closes) assert.equal(open.pop(), name)
    else if (!isEmpty) open.push(name)
    rest = rest.slice(whole.length)
    assert.ok(open.length > 0 || rest.trim() === '', 'something after the end')
  }
  assert.deepEqual(open, [])
}
