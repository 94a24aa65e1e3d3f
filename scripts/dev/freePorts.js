import { createServer } from 'node:net'
import { usesOf } from './ports.js'

/** The ports of `npm start` are apart by this much, so that the next ones are easy to remember. */
const stride = 100
const lastPort = 65_516

/**
 * Tells why a port cannot be opened on this machine.
 *
 * @param {number} port
 * @returns {Promise<string | undefined>} undefined when it can
 */
function obstacleOf(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error && error.code === 'EACCES' ? 'may not be opened by you' : 'is already in use'))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}

/** The first port that cannot be opened, in words; undefined when all can. */
async function findObstacle(/** @type {number} */ port) {
  for (const [used, use] of Object.entries(usesOf(port))) {
    const obstacle = await obstacleOf(Number(used))
    if (obstacle) return `Port ${used} (${use}) ${obstacle}.`
  }
  return undefined
}

/** The nearest ports on which everything can be opened. */
async function findFree(/** @type {number} */ from) {
  for (let port = Math.max(from, 1_000) + stride; port <= lastPort; port += stride) if (!(await findObstacle(port))) return port
  return undefined
}

/**
 * Checks that everything can be opened before anything is started.
 *
 * @param {number} port of the server
 * @throws Error naming the first port that cannot be opened, and a command that works instead
 */
export async function requireFreePorts(port) {
  const obstacle = await findObstacle(port)
  if (!obstacle) return
  throw new Error(`${obstacle} Choose others: npm start -- --port ${(await findFree(port)) ?? 4200}`)
}
