import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Seen = { readonly at: number; readonly body: unknown; readonly url: string; readonly headers: IncomingMessage['headers'] }
type Answer = (seen: Seen, response: ServerResponse) => void

const read = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text ? JSON.parse(text) : undefined
}

export const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

/** Answers every call of a POST, batched or not, with its own method's name. */
export const echo: Answer = ({ body }, response) => {
  const one = ({ id, method }: { id: number; method: string }) => ({ jsonrpc: '2.0', id, result: method })
  json(response, Array.isArray(body) ? body.map(one) : one(body as never))
}

/** A real HTTP server on a free port, played by a test. */
export async function rpcServer(answer: Answer = echo) {
  const seen: Seen[] = []
  const current = { answer }
  const server = createServer(async (request, response) => {
    const entry = { at: performance.now(), body: await read(request), url: request.url ?? '', headers: request.headers }
    seen.push(entry)
    current.answer(entry, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play(next: Answer) {
      current.answer = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
