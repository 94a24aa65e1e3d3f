import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** @import { Address } from 'viem' */

/** Made by `node e2e/tools/chain-state/build.js`. */
const state = new URL('../../../e2e/tools/chain-state/state/', import.meta.url)

/**
 * What lies on a local EVM chain from its first block on.
 *
 * @typedef {object} LocalContracts
 * @property {Address} faucet owns coins of every kind, to give away
 * @property {Address} multicall3
 * @property {Address} permit2
 * @property {Address} allowanceModule of Safe
 * @property {Readonly<Record<string, { address: Address, symbol: string, decimals: number }>>} tokens
 * @property {Readonly<Record<string, Address>>} collections ERC-721 and ERC-1155
 * @property {{ readonly [name in 'weth' | 'v2Factory' | 'v2Router' | 'v3Factory' | 'swapRouter' | 'swapRouter02' | 'quoter' | 'positions']: Address }
 *   & { readonly v2: Readonly<Record<string, Address>>, readonly v3: Readonly<Record<string, Address>> }} pools
 * `v2` by coins (`WETH/USDC`), `v3` by coins and fee in millionths (`WETH/USDC 500`)
 * @property {{ readonly [name in 'registry' | 'resolver' | 'registrar' | 'reverseRegistrar' | 'universalResolver' | 'offchainResolver']: Address }} [ens]
 */

/**
 * Where the contracts of the local EVM chains are: the same on every machine.
 *
 * @returns {Readonly<Record<`eip155:${number}`, LocalContracts>>} by CAIP-2 id
 */
export const localContracts = () => JSON.parse(readFileSync(new URL('addresses.json', state), 'utf8'))

/**
 * Writes the first block of a local chain, with all contracts in it, where anvil can read it.
 *
 * @param {{ chainId: number, folder: string }} options
 * @returns {Promise<string>} the file
 */
export async function writeGenesis({ chainId, folder }) {
  const alloc = await promisify(brotliDecompress)(await readFile(new URL(`${chainId}.json.br`, state)))
  const timestamp = `0x${Math.floor(Date.now() / 1_000).toString(16)}`
  // Those of a chain that anvil starts without a file.
  const head = JSON.stringify({ config: { chainId }, gasLimit: '0x1c9c380', difficulty: '0x0', timestamp })
  await mkdir(folder, { recursive: true })
  const file = join(folder, `genesis-${chainId}.json`)
  await writeFile(file, `${head.slice(0, -1)},"alloc":${alloc}}`)
  return file
}
