import { readProperty } from '@latchkey/protocol'
import type { RpcClient } from '../../api/rpc.js'
import type { AddressCall } from '../transactions.js'

/** `Transfer(address indexed from, address indexed to, uint256 amount)` and `transfer(address to, uint256 amount)` of ERC-20. */
const transferEvent = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/i

const isSame = (value: unknown, wanted: string) => typeof value === 'string' && value.toLowerCase() === wanted.toLowerCase()

/**
 * What a token's contract says in a receipt that the recipient of a transfer got: it may keep a part of the amount.
 *
 * @returns undefined for a call that is no transfer of a token; null where the contract says nothing of it
 */
export async function arrived(
  rpc: Pick<RpcClient, 'request'>,
  hash: string,
  { to: contract, data }: AddressCall,
): Promise<bigint | null | undefined> {
  const to = transferCall.exec(data ?? '')?.[1]
  if (!to) return undefined
  const logs = readProperty(await rpc.request('eth_getTransactionReceipt', [hash]), 'logs')
  const told = (Array.isArray(logs) ? (logs as unknown[]) : []).flatMap((log) => {
    const [topics, value] = [readProperty(log, 'topics'), readProperty(log, 'data')]
    if (!isSame(readProperty(log, 'address'), contract) || !Array.isArray(topics) || !isSame(topics[0], transferEvent)) return []
    if (topics.length !== 3 || typeof value !== 'string' || !/^0x[0-9a-f]{64}$/i.test(value)) return []
    return [isSame(topics[2], `0x${to.padStart(64, '0')}`) ? BigInt(value) : 0n]
  })
  return told.length === 0 ? null : told.reduce((sum, amount) => sum + amount, 0n)
}
