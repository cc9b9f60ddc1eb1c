// How a page tells the test what it found: it leaves for the address that it was given. Navigation is the one way out that
// no Content-Security-Policy forbids, and it needs no driver in the browser.

/** @param {Record<string, unknown>} found facts, or promises of them */
export async function report(found) {
  const facts = await Promise.all(Object.entries(found).map(async ([name, fact]) => [name, await fact]))
  const query = encodeURIComponent(JSON.stringify(Object.fromEntries(facts)))
  location.href = `${new URL(location.href).searchParams.get('tell')}?${query}`
}

/** @param {Worker} worker */
export function answerOf(worker) {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data)
    worker.onerror = ({ message }) => resolve({ problem: `the worker failed: ${message}` })
  })
}
