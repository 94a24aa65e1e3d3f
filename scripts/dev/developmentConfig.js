import { namesConfig } from '@latchkey/testkit/src/chains/localNames.js'
import { onrampConfig } from '@latchkey/testkit/src/chains/localOnramp.js'
import { contractsConfig, listedTokens } from '@latchkey/testkit/src/chains/localTokens.js'
import { localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { localProviders, localRegistry } from '@latchkey/testkit/src/identity/localProviders.js'
import { accountPorts, bundlerPorts, localChains, sharedPorts, solanaPort } from './ports.js'

/** The projects of `npm start`: one that any development origin may use, one with a list, and one with a network of every chain family. */
export const projects = { open: 'latchkey-open', listed: 'latchkey-listed', families: 'latchkey-families' }

/** The local Solana chain. */
export const localSolana = (/** @type {number} */ port) => ({ caip2: localSolanaId, port: solanaPort(port), name: 'Local Solana' })

/** Networks of families whose local nodes do not exist: test wallets sign for them, and nothing is sent. */
const signingNetworks = ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e', 'cosmos:provider']

/** Where everything of one port is kept: two servers never share a database. */
export const dataFolder = (/** @type {number} */ port) => `.data/${port}`

/**
 * The four origins, which stay four wherever they are: names below `.localhost`, ports of one host, or what leads here from elsewhere.
 *
 * @param {number} port
 * @param {{ host?: string | undefined, urls?: Record<string, string> | undefined }} [options]
 * @returns {{ app?: string, dialog: string, secure: string, api: string }}
 */
export function urlsOf(port, { host, urls } = {}) {
  if (urls) return /** @type {{ dialog: string, secure: string, api: string }} */ (urls)
  if (host !== undefined) {
    const { dialog, secure, api } = sharedPorts(port)
    const at = (/** @type {number} */ own) => new URL(`http://${host}:${own}`).origin
    return { app: at(port), dialog: at(dialog), secure: at(secure), api: at(api) }
  }
  const origin = (/** @type {string} */ name) => `http://${name}.localhost:${port}`
  return { app: origin('app'), dialog: origin('dialog'), secure: origin('secure'), api: origin('api') }
}

/** Sign-in by e-mail and by every provider, all played on this machine. */
function accountsConfig(/** @type {number} */ port, /** @type {'smartAccount' | 'eoa'} */ accountType) {
  const { smtp, oidc } = accountPorts(port)
  const many = 1_000_000
  const [chain] = localChains(port)
  return {
    mail: { smtp: `smtp://127.0.0.1:${smtp}`, from: 'Latchkey <wallet@latchkey.example>' },
    // What protects a user stays as it is; what counts by client would only count this machine.
    limits: { sendsPerAddressHour: many, verifiesPerAddressHour: many, sendsPerProjectHour: many, flowsPerAddressHour: many },
    providers: localProviders(`http://127.0.0.1:${oidc}`),
    farcaster: {
      relay: `http://127.0.0.1:${oidc}/farcaster`,
      rpcUrl: `http://127.0.0.1:${chain.port}`,
      chainId: chain.chainId,
      registry: localRegistry,
    },
    kms: { file: `${dataFolder(port)}/kms-root.json` },
    accountType,
  }
}

/**
 * The configuration of `npm start`, in the words of `deploy/latchkey.config.json`.
 *
 * @param {number} port
 * @param {{ bundler?: boolean, host?: string | undefined, urls?: Record<string, string> | undefined }} [options] `bundler`: it runs, so a user's first
 *   account is a smart one; else they get there by the settings. `host`, `urls`: as in {@link urlsOf}
 * @returns {import('@latchkey/services/src/main.ts').ConfigInput}
 */
export function developmentConfig(port, { bundler = false, ...places } = {}) {
  const urls = urlsOf(port, places)
  // A page of the developer's own is on the same names, on any port.
  const origins = [...new Set(Object.values(urls).map((url) => new URL(url).hostname))].filter((name) => !name.endsWith('.localhost'))
  const solana = localSolana(port)
  const evmNetworks = localChains(port).map((chain) => `eip155:${chain.chainId}`)
  return {
    listen: { host: places.host === undefined ? '127.0.0.1' : '0.0.0.0', port },
    urls,
    database: { folder: `${dataFolder(port)}/database`, ...(process.env.DATABASE_URL ? { url: process.env.DATABASE_URL } : {}) },
    // The bench brings a directory of its own.
    ...(process.env.LATCHKEY_WALLETS ? { directory: { overlays: process.env.LATCHKEY_WALLETS } } : {}),
    log: { level: 'info', file: `${dataFolder(port)}/services.log` },
    // One user's own machine: whoever tests or measures here is not to be slowed down.
    limits: {
      rpc: { perSecond: 1_000_000, burst: 10_000_000 },
      api: { perSecond: 10_000, burst: 100_000 },
      names: { perSecond: 1_000, burst: 10_000 },
    },
    accounts: accountsConfig(port, bundler ? 'smartAccount' : 'eoa'),
    // So that whoever tries it sees what would be kept.
    analytics: { enabled: true },
    names: namesConfig(),
    onramp: onrampConfig(),
    chains: [
      ...localChains(port).map((chain) => ({
        id: chain.chainId,
        name: chain.name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: `http://127.0.0.1:${chain.port}` }],
        testnet: true,
        // It mines a block per transaction, so nothing about the newest block may be kept.
        blockTime: 0,
        indexer: /** @type {const} */ ('full'),
        bundler: { url: `http://127.0.0.1:${bundlerPorts(port).front}/${chain.chainId}` },
        ...contractsConfig(chain.chainId),
      })),
      {
        caip2: solana.caip2,
        name: solana.name,
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        upstreams: [{ url: `http://127.0.0.1:${solana.port}` }],
        testnet: true,
        blockTime: 0,
        rpcMethods: ['requestAirdrop', 'getProgramAccounts'],
        tokens: listedTokens(solana.caip2),
      },
      ...signingNetworks.map((caip2) => ({ caip2 })),
    ],
    projects: [
      // The playground's project is the first.
      { id: projects.families, name: 'Every chain family', mode: 'development', origins },
      { id: projects.open, name: 'Development', mode: 'development', networks: evmNetworks, origins },
      {
        id: projects.listed,
        name: 'Listed origins only',
        mode: 'production',
        networks: evmNetworks,
        origins: ['http://listed.localhost:*', 'http://*.wild.localhost:*'],
      },
    ],
  }
}
