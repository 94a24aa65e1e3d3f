import { localContracts } from './localContracts.js'
import { localSolanaId } from './solana/genesis.js'
import { genesisTokens } from './solana/genesisTokens.js'

/** Colours of the coins that the services list; all others are strangers. */
/** @type {Readonly<Record<string, string>>} */
const listed = { WETH: '#627eea', USDC: '#2775ca', DAI: '#f5ac37', USDT: '#26a17b', WBTC: '#f09242', T22: '#7a5cd6' }

/** Coins that stand for a US dollar: the prices of the others are measured by them. */
const dollars = ['USDC', 'DAI', 'USDT']

/** A drawn picture, so that a development server asks nobody for one. */
function logoOf(/** @type {string} */ symbol) {
  const letters = `<text x="32" y="39" text-anchor="middle" font-family="sans-serif" font-size="18" fill="#fff">${symbol.slice(0, 4)}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="32" fill="${listed[symbol]}"/>${letters}</svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Every token of every local chain: where it is, and how it is divided. */
function everyToken() {
  const evm = Object.entries(localContracts()).map(([id, { tokens, collections }]) => {
    const others = Object.entries(collections).map(([key, address]) => ({ key, address, symbol: undefined, decimals: 0 }))
    return { id, tokens: [...Object.entries(tokens).map(([key, token]) => ({ key, ...token })), ...others] }
  })
  return [...evm, { id: localSolanaId, tokens: genesisTokens().map(({ mint, ...token }) => ({ ...token, address: mint })) }]
}

/**
 * The tokens of a local chain that a development server knows, as a configuration has them.
 *
 * @param {string} id CAIP-2
 */
export const listedTokens = (id) =>
  everyToken()
    .filter((chain) => chain.id === id)
    .flatMap(({ tokens }) => tokens)
    // A copy of a listed coin has its symbol, and not its key.
    .flatMap(({ key, address, decimals }) =>
      Object.hasOwn(listed, key)
        ? [{ address, symbol: key, decimals, logo: logoOf(key), ...(dollars.includes(key) ? { peg: '1' } : {}) }]
        : [],
    )

/** What the configuration says of the contracts of a local EVM chain. */
export function contractsConfig(/** @type {number} */ chainId) {
  const contracts = localContracts()[`eip155:${chainId}`]
  if (!contracts) throw new Error(`There are no contracts for chain ${chainId}.`)
  const { weth, v2Factory, v2Router, v3Factory, swapRouter02, quoter } = contracts.pools
  return {
    tokens: listedTokens(`eip155:${chainId}`),
    pools: { weth, v2Factory, v2Router, v3Factory, swapRouter02, quoter },
    multicall3: contracts.multicall3,
    ...(contracts.ens ? { ens: { universalResolver: contracts.ens.universalResolver } } : {}),
  }
}

/**
 * What `npm start -- --json` says of the contracts, by CAIP-2 id: `tokens` by name (a coin's symbol, unless that is no name), `pools`, and `contracts`
 * for everything else.
 */
export function localFacts() {
  const evm = Object.entries(localContracts())
  const rest = evm.map(([id, { faucet, multicall3, permit2, ens }]) => [id, { faucet, multicall3, permit2, ...(ens ? { ens } : {}) }])
  return {
    tokens: Object.fromEntries(
      everyToken().map(({ id, tokens }) => [id, Object.fromEntries(tokens.map(({ key, address }) => [key, address]))]),
    ),
    pools: Object.fromEntries(evm.map(([id, { pools }]) => [id, pools])),
    contracts: Object.fromEntries(rest),
  }
}
