// Keeps the site for visits without a network. Nothing but the site's own files is ever asked for.
//
// Documents come from the network while there is one, so that a new version shows at the next visit; all else comes from
// what was kept: it lies in a folder that is named after its content, so it cannot be of another version. A new version
// waits until the last page of the old one is closed, and only then throws away what that one may still need.

/** From the build: address and hash of each file, and a hash of them all. @type {[string, string][]} */
const files = FILES

const PREFIX = `inbounds ${registration.scope} `
const CACHE = PREFIX + VERSION
/** Where a cache has the list of what is in it. */
const LIST = new URL('./kept-files', registration.scope).href
const PATIENCE = 4000 // milliseconds for a document, if it was kept

addEventListener('install', (event) => event.waitUntil(keepAll()))
addEventListener('activate', (event) => event.waitUntil(forgetOthers().then(() => clients.claim())))
addEventListener('fetch', (event) => {
  const { request } = event
  const isOwn = request.method === 'GET' && request.url.startsWith(registration.scope)
  if (isOwn) event.respondWith(request.mode === 'navigate' ? newest(request) : fetchKept(request))
})

/** All files; those that did not change are copied from the version before. */
async function keepAll() {
  const cache = await caches.open(CACHE)
  const before = await previous()
  const waiting = [...files]
  // A few at a time: the visitor may be loading something.
  const lane = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const [address, hash] = file
      const url = new URL(address, registration.scope).href
      const same = before?.hashes.get(address) === hash ? await before.cache.match(url) : undefined
      const response = same ?? (await fetch(url, { cache: 'no-cache' }))
      if (!response.ok) throw new Error(`${url} answered ${response.status}`)
      await cache.put(url, response)
    }
  }
  await Promise.all([lane(), lane(), lane()])
  await cache.put(LIST, new Response(JSON.stringify(files)))
}

async function previous() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue
    const cache = await caches.open(name)
    const list = await cache.match(LIST)
    if (list) return { cache, hashes: new Map(await list.json()) }
  }
  return undefined
}

async function forgetOthers() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name))
  )
}

/** A document: from the network if it answers in time, otherwise as it was kept. @param {Request} request */
async function newest(request) {
  const old = await find(request)
  try {
    return await fetch(request, old ? { signal: AbortSignal.timeout(PATIENCE) } : {})
  } catch (error) {
    if (old) return old
    throw error
  }
}

/** A file that belongs to a document. What is not on the list is kept when it was asked for. @param {Request} request */
async function fetchKept(request) {
  const old = await find(request)
  if (old) return old
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') await (await caches.open(CACHE)).put(request, response.clone())
  return response
}

/** @param {Request} request */
async function find(request) {
  const cache = await caches.open(CACHE)
  const url = request.url.split('#')[0]?.replace(/\/index\.html$/, '/') ?? ''
  return cache.match(url, { ignoreSearch: true })
}
