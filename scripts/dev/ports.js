/** @typedef {{ chainId: number, port: number, name: string }} LocalChain */

/**
 * The two local chains, on the ports after the server's own.
 *
 * @returns {[LocalChain, LocalChain]}
 */
export const localChains = (/** @type {number} */ port) => [
  { chainId: 31337, port: port + 1, name: 'Local Chain' },
  { chainId: 31338, port: port + 2, name: 'Local Chain Two' },
]

/** The local Solana chain, on the port after theirs. */
export const solanaPort = (/** @type {number} */ port) => port + 3

/** The mail catcher and the identity provider, away from the chains' ports. */
export const accountPorts = (/** @type {number} */ port) => ({ smtp: port + 16, mail: port + 17, oidc: port + 18 })

/** The bundlers of the local chains: one port for all, and one behind it for each. */
export const bundlerPorts = (/** @type {number} */ port) => ({
  front: port + 19,
  chains: localChains(port).map((chain, index) => ({
    chainId: chain.chainId,
    node: `http://127.0.0.1:${chain.port}`,
    port: port + 14 + index,
  })),
})

/** The parts that have a port of their own where all share one host: the playground keeps the server's. */
export const sharedPorts = (/** @type {number} */ port) => ({ dialog: port + 4, secure: port + 5, api: port + 6 })

/** What each port of `npm start` is for; `host`: all parts share one. */
export function usesOf(/** @type {number} */ port, /** @type {string | undefined} */ host = undefined) {
  const { smtp, mail, oidc } = accountPorts(port)
  const bundlers = bundlerPorts(port)
  return {
    [port]: 'the server',
    ...(host === undefined ? {} : Object.fromEntries(Object.entries(sharedPorts(port)).map(([part, own]) => [own, `the ${part}`]))),
    ...Object.fromEntries(localChains(port).map((chain) => [chain.port, `local chain ${chain.chainId}`])),
    [solanaPort(port)]: 'local Solana',
    [smtp]: 'mail',
    [mail]: 'the mail catcher',
    [oidc]: 'the identity provider',
    [bundlers.front]: 'the bundlers',
    ...Object.fromEntries(bundlers.chains.map((chain) => [chain.port, `the bundler of chain ${chain.chainId}`])),
  }
}
