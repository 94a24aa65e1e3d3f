import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** @typedef {Awaited<ReturnType<typeof startAnvil>>} Anvil */

/**
 * Starts a local chain with ten funded accounts (the well-known test mnemonic). It mines a block per transaction.
 *
 * @param {{ port?: number, chainId?: number, args?: readonly string[], own?: import('./startNode.js').Own }} [options] without a port, any free one is
 *   taken; `args`: more options of anvil
 */
export async function startAnvil({ port, chainId = 31_337, args = [], own } = {}) {
  const listen = port ?? (await freePort())
  // By itself anvil keeps the states of old blocks in the user's home folder, gigabytes of them, and leaves them there when it is killed.
  const states = await mkdtemp(join(tmpdir(), 'latchkey-anvil-'))
  const every = [
    '--host',
    '127.0.0.1',
    '--port',
    String(listen),
    '--chain-id',
    String(chainId),
    '--cache-path',
    states,
    '--silent',
    ...args,
  ]
  const node = await startNode({
    name: `The local chain ${chainId}`,
    file: binary(),
    args: every,
    port: listen,
    method: 'eth_chainId',
    folder: states,
    own,
  })
  return { ...node, chainId }
}
