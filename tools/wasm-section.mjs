// A custom section at the end of a WebAssembly module: a name and bytes that programs may read and engines ignore
// (WebAssembly specification, 5.5.3).

/**
 * @param {Uint8Array} module
 * @param {string} name
 * @param {Uint8Array} content
 */
export function withSection(module, name, content) {
  const named = Buffer.from(name)
  const section = Buffer.concat([leb128(named.length), named, content])
  return Buffer.concat([module, Buffer.of(0), leb128(section.length), section])
}

/** A length, as the format writes it: seven bits a byte, the lowest first. @param {number} length */
function leb128(length) {
  const bytes = []
  for (let rest = length; ; rest >>>= 7) {
    if (rest < 128) return Buffer.of(...bytes, rest)
    bytes.push((rest & 127) | 128)
  }
}
