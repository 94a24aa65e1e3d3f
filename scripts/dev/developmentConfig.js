/** The two projects of `npm start`: one that any development origin may use, and one with a list. */
export const projects = { open: 'latchkey-open', listed: 'latchkey-listed' }

/** The two local chains, on the ports after the server's own. */
export const localChains = (port) => [
  { chainId: 31337, port: port + 1, name: 'Local Chain' },
  { chainId: 31338, port: port + 2, name: 'Local Chain Two' },
]

/** Where everything of one port is kept: two servers never share a database. */
export const dataFolder = (port) => `.data/${port}`

/** The four origins. */
export const urlsOf = (port) =>
  Object.fromEntries(['app', 'dialog', 'secure', 'api'].map((name) => [name, `http://${name}.localhost:${port}`]))

/**
 * The configuration of `npm start`, in the words of `deploy/latchkey.config.json`.
 *
 * @param {number} port
 */
export function developmentConfig(port) {
  return {
    listen: { host: '127.0.0.1', port },
    urls: urlsOf(port),
    database: { folder: `${dataFolder(port)}/database`, ...(process.env.DATABASE_URL ? { url: process.env.DATABASE_URL } : {}) },
    log: { level: 'info', file: `${dataFolder(port)}/services.log` },
    // One person's own machine: whoever tests or measures here is not to be slowed down.
    limits: { rpc: { perSecond: 1_000_000, burst: 10_000_000 }, api: { perSecond: 10_000, burst: 100_000 } },
    chains: localChains(port).map((chain) => ({
      id: chain.chainId,
      name: chain.name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      upstreams: [{ url: `http://127.0.0.1:${chain.port}` }],
      testnet: true,
      // It mines a block per transaction, so nothing about the newest block may be kept.
      blockTime: 0,
    })),
    projects: [
      { id: projects.open, name: 'Development', mode: 'development' },
      {
        id: projects.listed,
        name: 'Listed origins only',
        mode: 'production',
        origins: ['http://listed.localhost:*', 'http://*.wild.localhost:*'],
      },
    ],
  }
}
