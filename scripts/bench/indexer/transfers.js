import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { encodeAbiParameters, pad, toEventSelector, toHex } from 'viem'

/** @import { Own } from '../../entry/lifetime.js' */

/* A million transfers, as rows of a database and as logs of a chain: the same of both, so that both can be asked for the same. */

/** Transfers, addresses that they are of, and transfers of one block of the chain. The address 0 sends a tenth of them. */
export const transfers = 1_000_000
export const addresses = 5_000
const perBlock = 500

/** Sender and receiver of a transfer. */
const senderOf = (/** @type {number} */ index) => (index % 10 === 0 ? 0 : 1 + (index % addresses))
const receiverOf = (/** @type {number} */ index) => 1 + ((index * 7_919 + 13) % addresses)
/** The same in SQL, of the column `i`. */
export const senderSql = `case when i % 10 = 0 then 0::bigint else 1 + i::bigint % ${addresses} end`
export const receiverSql = `1 + (i::bigint * 7919 + 13) % ${addresses}`

/** @returns how many transfers an address has on both sides; one to itself counts twice */
export function countOf(/** @type {number} */ address) {
  let count = 0
  for (let index = 1; index <= transfers; index += 1) count += Number(senderOf(index) === address) + Number(receiverOf(index) === address)
  return count
}

const topic = toEventSelector('Transfer(address,address,uint256)')
/** A contract that logs the transfers from the first to below the second number of its call, as above: its code in EVM instructions. */
const emitter = /** @type {`0x${string}`} */ (
  `0x${[
    '5f35', // i = first
    '5b', // next:
    '80', // i
    '602035', // end
    '11', // end > i
    '15605857', // else done
    '805f52', // the amount is i
    '611388', // 5000
    '600d', // 13
    '611eef', // 7919
    '83', // i
    '020106', // (i * 7919 + 13) % 5000
    '600101', // receiver
    '600a', // 10
    '8206', // i % 10
    '1515', // is not 0
    '611388', // 5000
    '8306', // i % 5000
    '60010102', // sender
    `7f${topic.slice(2)}`,
    '60205f',
    'a3', // log
    '600101', // i + 1
    '600256', // next
    '5b00', // done:
  ].join('')}`
)
const contract = '0x00000000000000000000000000000000000E3177'
const pause = (/** @type {number} */ milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** Of one block: 2,000 for each log, and something for the call. */
const gas = 100_000 + 2_000 * perBlock

/**
 * A chain with the transfers in its logs.
 *
 * @param {{ port: number, chainId: number, own: Own }} options
 */
export async function startTransferChain({ port, chainId, own }) {
  const { url, stop } = await startAnvil({ port, chainId, own })
  const [from] = await jsonRpc(url, 'eth_accounts')
  await jsonRpc(url, 'anvil_setCode', [contract, emitter])
  const numbers = [{ type: 'uint256' }, { type: 'uint256' }]
  for (let first = 1; first <= transfers; first += perBlock) {
    const data = encodeAbiParameters(numbers, [BigInt(first), BigInt(first + perBlock)])
    await jsonRpc(url, 'eth_sendTransaction', [{ from, to: contract, data, gas: toHex(gas) }])
  }
  // A transaction is taken before it is in a block.
  while (Number(await jsonRpc(url, 'eth_getTransactionCount', [from, 'latest'])) < transfers / perBlock) await pause(20)
  return {
    stop,
    /** Transfers of an address on both sides, by the two questions that it takes. */
    async logsOf(/** @type {number} */ address) {
      const asked = pad(toHex(address))
      const range = { fromBlock: '0x0', toBlock: 'latest' }
      const [sent, received] = await Promise.all(
        [
          [topic, asked],
          [topic, null, asked],
        ].map((topics) => jsonRpc(url, 'eth_getLogs', [{ ...range, topics }])),
      )
      return sent.length + received.length
    },
  }
}
