import { createServer } from 'node:http'
import process from 'node:process'

/* What the gateway is compared with: the same HTTP server, which reads the question and answers what it was given at its start. */

const answer = Buffer.from(process.argv[2] ?? '')
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer))
})
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(port)
})
