import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { installTool } from '../../../scripts/lib/installTool.js'
import { jsonRpc } from './jsonRpc.js'
import { installSafeContracts } from './safeContracts.js'
import { startNode } from './startNode.js'

const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
/** 1000 coins. */
const funds = '0x3635c9adc5dea00000'

/** A funded key of its own: nobody else's transactions come between the bundler's. */
async function fundedKey(/** @type {string} */ url) {
  const key = /** @type {const} */ (`0x${randomBytes(32).toString('hex')}`)
  await jsonRpc(url, 'anvil_setBalance', [privateKeyToAddress(key), funds])
  return key
}

/**
 * Starts a bundler of user operations (ERC-4337) for a local chain, and puts the contracts of smart accounts there. Installs what it needs the
 * first time.
 *
 * @param {{ chainId: number, node: string, port: number, own?: import('./startNode.js').Own | undefined }} options `node` is the chain's URL
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} once it answers
 */
export async function startAlto({ chainId, node, port, own }) {
  await installSafeContracts(node)
  const folder = await installTool('bundler')
  const options = {
    entrypoints: entryPoint,
    'executor-private-keys': await fundedKey(node),
    'utility-private-key': await fundedKey(node),
    'rpc-url': node,
    port,
    // Its rules for operations of strangers need a tracer that anvil lacks.
    'safe-mode': false,
    'network-name': `local-${chainId}`,
    // It asks for a block each time it looks.
    'block-number-cache-ttl': 0,
    'polling-interval': 100,
    'min-bundle-interval': 50,
    'max-bundle-interval': 100,
    'bundle-mode': 'auto',
    'log-level': 'error',
  }
  const args = [join(folder, 'node_modules/.bin/alto'), ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])]
  const name = `The bundler of chain ${chainId}`
  return startNode({ name, file: process.execPath, args, port, path: '/rpc', method: 'eth_chainId', own })
}
