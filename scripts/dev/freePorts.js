import { createServer } from 'node:net'
import { usesOf } from './ports.js'

/** The ports of `npm start` are apart by this much, so that the next ones are easy to remember. */
const stride = 100
const lastPort = 65_516

/** Where browsers look for `*.localhost`: who answers on the other one takes the place of ours. */
const hosts = ['127.0.0.1', '::1']
const obstacles = new Map([
  ['EACCES', 'may not be opened by you'],
  ['EADDRINUSE', 'is already in use'],
])

/**
 * Tells why a port cannot be opened on this machine.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} undefined when it can, and where there is no such host: some machines have no IPv6
 */
function obstacleOf(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(obstacles.get('code' in error ? String(error.code) : '')))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/** The first port that cannot be opened, in words; undefined when all can. */
async function findObstacle(/** @type {number} */ port, /** @type {string | undefined} */ shared = undefined) {
  for (const [used, use] of Object.entries(usesOf(port, shared))) {
    for (const host of hosts) {
      const obstacle = await obstacleOf(Number(used), host)
      if (obstacle) return `Port ${used} (${use}) ${obstacle}.`
    }
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
 * @param {string} [shared] host that all parts share
 * @throws Error naming the first port that cannot be opened, and a command that works instead
 */
export async function requireFreePorts(port, shared) {
  const obstacle = await findObstacle(port, shared)
  if (!obstacle) return
  throw new Error(`${obstacle} Choose others: npm start -- --port ${(await findFree(port)) ?? 4200}`)
}
