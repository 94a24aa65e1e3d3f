import { decodeFunctionData, type Hex, parseAbi, parseTransaction, recoverTransactionAddress, type TransactionSerialized } from 'viem'
import { classify, type Unclassified } from '../decode/classify.js'
import { sources, type Transfer } from '../decode/rows.js'
import { methodOf } from '../decode/transaction.js'
import type { Pending } from '../store/store.js'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

type Moved = Pick<Transfer, 'kind' | 'from' | 'to' | 'amount' | 'tokenId'>

/** What a call of a token will move, if it is one. */
function announced(sender: Hex, input: Hex): Moved | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: input })
    if (functionName === 'approve') return { kind: 'approval', from: sender, to: args[0], amount: args[1], tokenId: null }
    if (functionName === 'transfer') return { kind: 'erc20', from: sender, to: args[0], amount: args[1], tokenId: null }
    const [from, to, number, amount] = args
    if (functionName === 'transferFrom') return { kind: 'erc20', from, to, amount: number, tokenId: null }
    if (typeof amount === 'bigint') return { kind: 'erc1155', from, to, amount, tokenId: number }
    return { kind: 'erc721', from, to, amount: 1n, tokenId: number }
  } catch {
    return null
  }
}

const lower = (address: string) => address.toLowerCase() as Hex

/** What is known of a transaction that no block has yet. */
export type Sent = {
  readonly chain: number
  readonly hash: Hex
  readonly sender: Hex
  readonly recipient: Hex | null
  readonly nonce: number
  readonly value: bigint
  readonly input: Hex
}

/** A transaction on its way, as far as its fields say what it will do. */
export function pendingOf({ chain, hash, sender, recipient, nonce, value, input }: Sent): Pending {
  const place = { source: sources.log, place: 0, item: 0 }
  const moved = announced(sender, input)
  const native = { ...place, source: sources.value, kind: 'native' as const, token: null, tokenId: null }
  const transfers: Transfer[] = [
    ...(value > 0n && recipient ? [{ ...native, from: sender, to: recipient, amount: value }] : []),
    ...(moved && recipient ? [{ ...place, ...moved, token: recipient, from: lower(moved.from), to: lower(moved.to) }] : []),
  ]
  const method = methodOf(input)
  const where = { block: 0, position: 0, minedAt: 0, created: null, fee: 0n, success: true }
  const transaction: Unclassified = { ...where, hash, from: sender, to: recipient, nonce, value, method, transfers }
  const activity = classify(transaction, [{ address: sender, success: true }], undefined)
  return {
    ...{ chain, hash: lower(hash), sender, recipient, nonce, value, method },
    operations: Object.fromEntries(activity.map(({ address, operation }) => [address, operation])),
    transfers: transfers.map(({ kind, token, from, to, amount, tokenId }) => ({
      ...{ kind, token, from, to, amount: String(amount) },
      tokenId: tokenId === null ? null : String(tokenId),
    })),
  }
}

/**
 * A transaction that was sent, as far as it can be read before it is in a block.
 *
 * @param raw signed, as the node got it
 * @param hash as the node answered it
 * @returns null for what is no transaction that we can read
 */
export async function readSeen(chain: number, raw: Hex, hash: Hex): Promise<Pending | null> {
  try {
    const serialized = raw as TransactionSerialized
    const parsed = parseTransaction(serialized)
    const sender = lower(await recoverTransactionAddress({ serializedTransaction: serialized }))
    const recipient = parsed.to ? lower(parsed.to) : null
    return pendingOf({ chain, hash, sender, recipient, nonce: parsed.nonce ?? 0, value: parsed.value ?? 0n, input: parsed.data ?? '0x' })
  } catch {
    return null
  }
}
