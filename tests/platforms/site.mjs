// A static server that can be told to send other headers, or another answer for some paths.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' }

/** @typedef {{ status?: number, type?: string, body?: string | Uint8Array }} Answer */

/**
 * Serves a folder until the test ends; gives its address.
 * @param {import('node:test').TestContext} t
 * @param {string} folder
 * @param {{ headers?: Record<string, string>, answer?: (path: string) => Answer | undefined }} [wishes]
 */
export async function openSite(t, folder, { headers = {}, answer = () => undefined } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://site').pathname
    const { status = 200, type, body = '' } = answer(path) ?? (await file(folder, path))
    response.writeHead(status, { 'cache-control': 'no-store', ...headers, ...(type && { 'content-type': type }) })
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${server.address().port}/`
}

/** @returns {Promise<Answer>} */
async function file(folder, path) {
  const name = path.endsWith('/') ? `${path}index.html` : path
  try {
    return { type: types[extname(name)], body: await readFile(join(folder, name)) }
  } catch {
    return { status: 404, type: 'text/plain', body: 'There is no such file.' }
  }
}
