/**
 * Lets others have their turn, tells how far it is, and ends what was cancelled: between the slices of longer work.
 * @param {import('./result.js').Watch | undefined} watch
 * @param {number} done
 * @param {number} total
 * @param {import('./result.js').Result} [partial] what can be shown so far
 */
export async function step(watch, done, total, partial) {
  watch?.onProgress?.({ done, total, ...(partial && { partial }) })
  await new Promise((go) => setTimeout(go, 0))
  watch?.signal?.throwIfAborted()
}
