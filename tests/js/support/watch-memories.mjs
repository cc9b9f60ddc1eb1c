/**
 * The memories of the modules that are loaded from now on, in that order: the package keeps them to itself, so they are seen when
 * they are made.
 */
export function watchMemories() {
  const memories = []
  const { instantiate } = WebAssembly
  WebAssembly.instantiate = async (...args) => {
    const result = await instantiate(...args)
    const memory = Object.values(result.exports).find((part) => part instanceof WebAssembly.Memory)
    if (memory) memories.push(memory)
    return result
  }
  return memories
}
