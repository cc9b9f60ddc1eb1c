/** The "minimal standard" generator: reproducible, and that is all it has to be. */
export function generator(seed) {
  let state = seed
  const random = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  const word = () => [1, 2, 3].reduce((bits) => (bits << 24n) | BigInt(Math.floor(random() * 2 ** 24)), 0n) >> 8n
  return { random, word }
}
