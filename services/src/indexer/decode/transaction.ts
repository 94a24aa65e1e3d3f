import type { Hex } from 'viem'
import type { WireBlock, WireReceipt, WireTransaction } from '../node/wire.js'
import type { InternalTransfer } from './calls.js'
import { classify, type Initiator, type Unclassified } from './classify.js'
import { readLogs, readUserOperations, readWrappings, type UserOperation, type Wrapping } from './logs.js'
import { sources, type Transaction, type Transfer, zeroAddress } from './rows.js'
import { operationOfTopics } from './topics.js'

/** Receivers of one token in one transaction from which on it counts as given to many. */
const manyReceivers = 30
const withdrawMethod = '0x2e1a7d4d'

/** The first four bytes of an input. Null where there are none. */
export const methodOf = (input: Hex): Hex | null => (input.length >= 10 ? (input.slice(0, 10).toLowerCase() as Hex) : null)

const native = (source: Transfer['source'], place: number, from: Hex, to: Hex, amount: bigint): Transfer => ({
  source,
  place,
  item: 0,
  kind: 'native',
  token: null,
  from,
  to,
  amount,
  tokenId: null,
})

/** Coins of the chain that moved: by the transaction's own value, and by the calls within it. */
function nativeTransfers(tx: WireTransaction, to: Hex | null, calls: readonly InternalTransfer[]): Transfer[] {
  const value = BigInt(tx.value)
  return [
    ...(value > 0n && to ? [native(sources.value, 0, tx.from.toLowerCase() as Hex, to, value)] : []),
    ...calls.map(({ from, to: target, amount }, place) => native(sources.call, place, from, target, amount)),
  ]
}

/**
 * Whether an event in the form of WETH9 is of a wrapped coin: then exactly its amount went into the contract, or came out of it. Where calls within
 * transactions are unknown, what came out is believed of `withdraw(uint256)`. A contract that says the same by a Transfer is not counted twice.
 */
function isWrapping(
  { token, holder, amount, wraps }: Wrapping,
  tx: WireTransaction,
  moved: readonly Transfer[],
  hasCalls: boolean,
): boolean {
  const said = moved.some((one) => one.token === token && one.amount === amount && (one.from === holder || one.to === holder))
  if (said || amount === 0n) return false
  const coins = moved.filter((one) => one.kind === 'native' && one.amount === amount)
  if (wraps) return coins.some(({ to }) => to === token)
  return coins.some(({ from }) => from === token) || (!hasCalls && tx.to?.toLowerCase() === token && methodOf(tx.input) === withdrawMethod)
}

/** Coins that a smart account gives its entry point: they pay for its user operation, now or later, and fees are no transfers. */
const isFee = ({ from, to }: Transfer, operations: readonly UserOperation[]) =>
  operations.some(({ sender, entryPoint }) => from === sender && to === entryPoint)

/** Tokens that came to many who had not sent for them. */
function airdropsOf(transfers: readonly Transfer[], initiators: readonly Initiator[]): Hex[] {
  const receivers = new Map<Hex, Set<Hex>>()
  for (const { kind, token, to, from } of transfers) {
    if (!token || !/^erc/.test(kind) || to === zeroAddress || from === to) continue
    receivers.set(token, (receivers.get(token) ?? new Set()).add(to))
  }
  return [...receivers].flatMap(([token, addresses]) => {
    for (const { address } of initiators) addresses.delete(address)
    return addresses.size >= manyReceivers ? [token] : []
  })
}

/** What is read of one transaction. `calls` is null where the node does not tell what happens within transactions. */
export type Raw = {
  readonly block: Pick<WireBlock, 'number' | 'timestamp'>
  readonly tx: WireTransaction
  readonly receipt: WireReceipt
  readonly calls: readonly InternalTransfer[] | null
}

const second = 1_000

/** As large as the database and the program can count: a local chain may be told any time, and a nonce may be any number. */
const countable = (value: number) => Math.min(value, Number.MAX_SAFE_INTEGER)

/** Decodes a transaction: what moved, and what it is to whom. A function of what the node said, so that twice gives the same rows. */
export function decodeTransaction({ block, tx, receipt, calls }: Raw): Transaction {
  // Before Byzantium there was no status; what has failed then has used all its gas, and no logs.
  const success = receipt.status !== '0x0'
  const created = tx.to === null ? ((receipt.contractAddress?.toLowerCase() ?? null) as Hex | null) : null
  const to = (tx.to?.toLowerCase() ?? null) as Hex | null
  const from = tx.from.toLowerCase() as Hex
  const logs = success ? receipt.logs : []
  const operations = readUserOperations(logs)
  const coins = nativeTransfers(tx, to ?? created, calls ?? []).filter((transfer) => !isFee(transfer, operations))
  const moved = success ? [...coins, ...readLogs(logs)] : []
  const wrapped = readWrappings(logs)
    .filter((wrapping) => isWrapping(wrapping, tx, moved, calls !== null))
    .map(({ log, token, holder, amount, wraps }): Transfer => {
      const ends = wraps ? { from: zeroAddress, to: holder } : { from: holder, to: zeroAddress }
      return { source: sources.log, place: Number(log.logIndex), item: 0, kind: 'erc20', token, ...ends, amount, tokenId: null }
    })
  const transfers = [...moved, ...wrapped].sort((a, b) => a.source - b.source || a.place - b.place || a.item - b.item)
  const price = BigInt(receipt.effectiveGasPrice ?? tx.gasPrice ?? '0x0')
  const unclassified: Unclassified = {
    block: Number(block.number),
    position: Number(tx.transactionIndex),
    hash: tx.hash.toLowerCase() as Hex,
    from,
    to,
    created,
    // What a rollup deposits has no nonce on some of them.
    nonce: countable(Number(tx.nonce ?? 0)),
    value: BigInt(tx.value),
    fee: BigInt(receipt.gasUsed) * price + BigInt(receipt.l1Fee ?? '0x0'),
    success,
    method: methodOf(tx.input),
    minedAt: countable(Number(block.timestamp) * second),
    transfers,
  }
  const users = operations.filter(({ sender }) => sender !== from)
  const initiators: Initiator[] = [
    { address: from, success },
    ...[...new Map(users.map(({ sender, success: went }) => [sender, { address: sender, success: went }])).values()],
  ]
  const named = operationOfTopics(new Set(logs.flatMap(({ topics }) => topics[0] ?? [])))
  return { ...unclassified, activity: classify(unclassified, initiators, named), airdrops: airdropsOf(transfers, initiators) }
}
