import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a recorded server does with one question: an answer, none at all, or the end of the connection. */
export type Recorded = 'hang' | 'cut' | { readonly status?: number; readonly body: string; readonly delay?: number }

/**
 * A server on this machine that answers as a provider's public documentation says it does, and counts what it was asked.
 *
 * @param answer by the path and query of a question, its headers and its body; undefined: 404
 */
export async function startRecordedServer(
  answer: (path: string, headers: Readonly<Record<string, string | string[] | undefined>>, body: string) => Recorded | undefined,
) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const given = answer(path, request.headers, Buffer.concat(chunks).toString()) ?? { status: 404, body: '{}' }
    if (given === 'hang') return
    if (given === 'cut') {
      request.socket.destroy()
      return
    }
    const { status = 200, body, delay = 0 } = given
    setTimeout(() => response.writeHead(status, { 'content-type': 'application/json' }).end(body), delay)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
