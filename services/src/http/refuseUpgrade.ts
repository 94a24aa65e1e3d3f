import type { Duplex } from 'node:stream'

/**
 * Refuses an upgrade. Node gives the socket away with the request, and then neither hears its errors nor ends it: a client that resets the
 * connection would end the process, and one that keeps its own end open would keep the socket for ever.
 *
 * @param answer `head`: the status line and headers; those of the connection and of the length are added
 */
export function refuseUpgrade(socket: Duplex, { head, body = '' }: { readonly head: readonly string[]; readonly body?: string }): void {
  socket.on('error', () => undefined)
  const lines = [...head, 'Connection: close', `Content-Length: ${Buffer.byteLength(body)}`]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/** Refuses an upgrade that nobody here serves. */
export const refuseUnknownUpgrade = (socket: Duplex): void => refuseUpgrade(socket, { head: ['HTTP/1.1 404 Not Found'] })
