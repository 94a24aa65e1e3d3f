import { createRequire } from 'node:module'
import { freePort } from '../freePort.js'
import { startNode } from './startNode.js'

/** The program as npm installed it for this platform. */
function binary() {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    const folder = createRequire(import.meta.url)
      .resolve(`${name}/package.json`)
      .slice(0, -'package.json'.length)
    return `${folder}bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  } catch {
    throw new Error(`The local chain needs the package ${name}, which is not installed. Does anvil exist for this platform?`)
  }
}

/**
 * Of how many blocks a chain knows the state: as many as the full nodes of Ethereum. By itself anvil keeps five hundred in memory, which takes gigabytes, and
 * thousands more in the user's home folder, where a killed one leaves them.
 */
const keptStates = 128

/** @typedef {Awaited<ReturnType<typeof startAnvil>>} Anvil */

/**
 * Starts a local chain with ten funded accounts (the well-known test mnemonic). It mines a block per transaction.
 *
 * @param {{ port?: number, chainId?: number, args?: readonly string[], own?: import('./startNode.js').Own }} [options] without a port, any free one is
 *   taken; `args`: more options of anvil
 */
export async function startAnvil({ port, chainId = 31_337, args = [], own } = {}) {
  const listen = port ?? (await freePort())
  const address = ['--host', '127.0.0.1', '--port', String(listen)]
  const every = [...address, '--chain-id', String(chainId), '--prune-history', String(keptStates), '--silent', ...args]
  const node = await startNode({
    name: `The local chain ${chainId}`,
    file: binary(),
    args: every,
    port: listen,
    method: 'eth_chainId',
    own,
  })
  return { ...node, chainId }
}
