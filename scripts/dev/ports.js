import { createServer } from 'node:net'

/**
 * Tells whether a port can be opened on this machine.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Checks that everything can be opened before anything is started.
 *
 * @param {Record<number, string>} uses what each port is for
 * @throws Error naming the first port that is taken
 */
export async function requireFreePorts(uses) {
  for (const [port, use] of Object.entries(uses))
    if (!(await isFree(Number(port)))) throw new Error(`Port ${port} (${use}) is already in use. Choose others: npm start -- --port 4200`)
}
