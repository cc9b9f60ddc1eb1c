// A small static server for the page: the standard library only, this machine only.

import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

const address = '127.0.0.1'
const portsToTry = 100

const contentTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  // Browsers compile while downloading only if the type is exactly this.
  '.wasm': 'application/wasm'
}

// no-cache means "ask before reuse": a rebuilt page shows at the next reload.
const commonHeaders = { 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' }

export async function serve(folder, { port = 8080 } = {}) {
  const root = await realpath(folder)
  const server = createServer((request, response) => {
    answer(root, request, response).catch((error) => fail(response, error))
  })
  const taken = await listen(server, port)
  return { url: `http://${address}:${taken}/`, close: () => close(server) }
}

async function answer(root, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return say(request, response, 405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' })
  }
  const segments = segmentsOf(request.url)
  if (!segments) return say(request, response, 400, 'This is not a valid path.')

  const found = await find(root, segments)
  if (!found) return say(request, response, 404, 'There is no such file.')
  if (found.missingSlash) {
    // Relative links in a folder's index.html need the address to end in a slash.
    const location = `/${segments.map(encodeURIComponent).join('/')}/`
    return say(request, response, 308, 'Moved.', { location })
  }

  response.writeHead(200, {
    ...commonHeaders,
    'content-type': contentTypes[extname(found.file).toLowerCase()] ?? 'application/octet-stream',
    'content-length': found.size
  })
  if (request.method === 'HEAD') return response.end()
  await pipeline(createReadStream(found.file), response)
}

// The path's names after decoding, so that an encoded '..' is seen for what it is; null if one is not a plain name.
function segmentsOf(url) {
  try {
    const names = url.split(/[?#]/, 1)[0].slice(1).split('/').map(decodeURIComponent)
    const trailing = names.at(-1) === '' ? names.slice(0, -1) : names
    const plain = trailing.every((name) => name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name))
    return plain && url.startsWith('/') ? names : null
  } catch {
    return null
  }
}

async function find(root, segments) {
  try {
    const path = join(root, ...segments)
    const isFolder = (await stat(path)).isDirectory()
    const endsInSlash = segments.at(-1) === ''
    if (!isFolder && endsInSlash) return null
    if (isFolder && !endsInSlash) {
      await stat(join(path, 'index.html'))
      return { missingSlash: true }
    }
    // A link inside the folder must not lead out of it.
    const file = await realpath(isFolder ? join(path, 'index.html') : path)
    const info = await stat(file)
    return info.isFile() && file.startsWith(root + sep) ? { file, size: info.size } : null
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'].includes(error.code)) return null
    throw error
  }
}

function say(request, response, status, text, headers = {}) {
  const body = `${text}\n`
  response.writeHead(status, {
    ...commonHeaders,
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body)
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

// Visitors closing the tab in the middle of a download is no fault of ours; the rest is worth a line.
function fail(response, error) {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') console.error(`The page could not be served: ${error.message}`)
  if (response.headersSent) return response.destroy()
  response.writeHead(500, commonHeaders).end('Something went wrong.\n')
}

async function listen(server, firstPort) {
  for (let port = firstPort; ; port++) {
    try {
      return await listenOn(server, port)
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || port >= firstPort + portsToTry) throw error
    }
  }
}

function listenOn(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => {
      server.off('error', reject)
      resolve(server.address().port)
    })
  })
}

function close(server) {
  return new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
}
