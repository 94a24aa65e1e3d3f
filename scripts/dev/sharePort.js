import { connect, createServer } from 'node:net'

/** @import { Socket } from 'node:net' */

/**
 * Opens further ports of this machine that lead to the server's: which part is meant, it reads from the `Host` header, which names the port.
 *
 * @param {readonly number[]} ports
 * @param {number} to the server's
 * @returns {Promise<() => Promise<void>>} closes them
 */
export async function sharePort(ports, to) {
  /** @type {Set<Socket>} */
  const sockets = new Set()
  const lead = (/** @type {Socket} */ from, /** @type {Socket} */ into) => {
    sockets.add(from)
    from.pipe(into)
    from.on('error', () => into.destroy())
    from.on('close', () => sockets.delete(from) && into.destroy())
  }
  const servers = ports.map(() =>
    createServer((socket) => {
      const server = connect(to, '127.0.0.1')
      lead(socket, server)
      lead(server, socket)
    }),
  )
  await Promise.all(
    servers.map(
      (server, index) =>
        new Promise((resolve, reject) => server.once('error', reject).listen(ports[index], '0.0.0.0', () => resolve(undefined))),
    ),
  )
  return async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  }
}
