// A proxy that lets nobody through, and remembers who of this machine was asked for. What a browser asks the world for by
// itself is nobody's fault, and refused as well.

import { createServer } from 'node:http'

const isOfThisMachine = (target) => /^(\w+:\/\/)?(127\.|localhost\b|\[::1\])/.test(target)

export async function startRefusingProxy() {
  const requests = []
  const server = createServer((request, response) => {
    requests.push(request.url)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    requests.push(request.url)
    socket.on('error', () => {}) // it may be gone already
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: server.address().port, listRefused: () => requests.filter(isOfThisMachine), close }
}
