import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { encodeDeployData, encodeFunctionData, getContractAddress, parseAbi, toHex } from 'viem'
import { root } from '../../entry/root.js'

/** @import { Own } from '../../entry/lifetime.js' */

const abi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals, uint256 fee)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
])

/** Sends in one request, so that they share a block. */
async function sendAll(/** @type {string} */ url, /** @type {readonly object[]} */ sends) {
  const body = sends.map((send, id) => ({ jsonrpc: '2.0', id, method: 'eth_sendTransaction', params: [send] }))
  await (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()
}

/**
 * A chain with so many blocks of so many transactions, every second of which moves tokens.
 *
 * @param {{ port: number, chainId: number, blocks: number, each: number, own: Own }} options
 */
export async function startBusyChain({ port, chainId, blocks, each, own }) {
  const { url, stop } = await startAnvil({ port, chainId, own })
  /** @type {`0x${string}`[]} */
  const accounts = await jsonRpc(url, 'eth_accounts')
  const [first] = accounts
  if (!first) throw new Error('The local chain has no accounts.')
  const { Token } = JSON.parse(await readFile(join(root, 'services/src/indexer/testing/contracts/Money.json'), 'utf8'))
  const to = getContractAddress({ from: first, nonce: 0n })
  await jsonRpc(url, 'evm_setAutomine', [false])
  const data = encodeDeployData({ abi, bytecode: Token, args: ['Bench', 'BENCH', 18, 0n] })
  const mint = encodeFunctionData({ abi, functionName: 'mint', args: [first, 2n ** 128n] })
  await sendAll(url, [
    { from: first, data, gas: toHex(2_000_000) },
    { from: first, to, data: mint, gas: toHex(200_000) },
  ])
  await jsonRpc(url, 'evm_mine')
  const mine = async (/** @type {number} */ block) => {
    const other = (/** @type {number} */ index) => toHex(0xbe7c0000n + BigInt((block * 31 + index * 7) % 5_000), { size: 20 })
    await sendAll(
      url,
      Array.from({ length: each }, (_, index) => {
        const from = index % 2 ? first : accounts[index % accounts.length]
        if (index % 2 === 0) return { from, to: other(index), value: '0x1', gas: toHex(21_000) }
        return { from, to, data: encodeFunctionData({ abi, functionName: 'transfer', args: [other(index), 1n] }), gas: toHex(100_000) }
      }),
    )
    await jsonRpc(url, 'evm_mine')
  }
  for (let block = 0; block < blocks; block += 1) await mine(block)
  return { url, stop, mine, height: async () => Number(await jsonRpc(url, 'eth_blockNumber')) }
}
