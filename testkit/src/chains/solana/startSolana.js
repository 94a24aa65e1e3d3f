import { fileURLToPath } from 'node:url'
import { startNode } from '../startNode.js'

/**
 * Starts a local Solana chain. Airdrops are free on it; it answers HTTP and websockets at one address.
 *
 * @param {{ port: number, own?: import('../startNode.js').Own }} options
 */
export function startSolana({ port, own }) {
  const args = [fileURLToPath(new URL('./main.js', import.meta.url)), String(port)]
  return startNode({ name: 'The local Solana chain', file: process.execPath, args, port, method: 'getHealth', own })
}
