import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers one request, or says `false`: there is nothing at this address. */
export type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown

export type TestServer = { readonly port: number; close(): Promise<void> }

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/**
 * Starts a test's own server on a free port of this machine. Browsers ask for more than a page names (`/favicon.ico`), and an exception would end the
 * process with all its tests, so every request is answered: 404 where `answer` has nothing, 500 where it fails.
 *
 * @param host the addresses of this machine at which it listens
 */
export async function startTestServer(answer: Answer, host = '127.0.0.1'): Promise<TestServer> {
  const server = createServer(async (request, response) => {
    // Behind an origin: by itself `//` would be one, without a name.
    const address = `http://${request.headers.host ?? 'localhost'}${request.url}`
    if (!URL.canParse(address)) return refuse(response, 404, 'Not found')
    try {
      if ((await answer(request, response, new URL(address))) === false) refuse(response, 404, 'Not found')
    } catch (error) {
      refuse(response, 500, String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
