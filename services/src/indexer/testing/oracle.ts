import { encodeEventTopics, type Hex, hexToBigInt, type Log, parseAbi, parseEventLogs } from 'viem'
import type { rpcOf } from './money.js'

/*
 * The same facts as the indexer's, found another way: receipts one by one, logs by viem, calls by `debug_traceTransaction`, walked recursively.
 */

const erc20 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])
const erc721 = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
])
const wrapped = parseAbi(['event Deposit(address indexed dst, uint256 wad)', 'event Withdrawal(address indexed src, uint256 wad)'])

type Frame = { type: string; from: Hex; to?: Hex; value?: Hex; error?: string; calls?: Frame[] }
type Receipt = { status: Hex; from: Hex; to: Hex | null; contractAddress: Hex | null; gasUsed: Hex; effectiveGasPrice: Hex; logs: Log[] }
type Block = { hash: Hex; number: Hex; transactions: { hash: Hex; from: Hex; to: Hex | null; value: Hex }[] }

const zero = `0x${'0'.repeat(40)}`
const low = (address: string) => address.toLowerCase()

/** Coins that moved in a call and those within it. */
function walk(frame: Frame): string[] {
  if (frame.error) return []
  const moves = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(frame.type) && frame.value && hexToBigInt(frame.value) > 0n
  const own = moves ? [`native - ${low(frame.from)} ${low(frame.to as Hex)} ${hexToBigInt(frame.value as Hex)} -`] : []
  return [...own, ...(frame.calls ?? []).flatMap(walk)]
}

/** A log whose topics are what its own values would be encoded to: viem reads an address out of anything that ends like one. */
const isClean = (log: { eventName: string; args: unknown; topics: readonly Hex[] }, abi: readonly unknown[]) =>
  String(encodeEventTopics({ abi, eventName: log.eventName, args: log.args } as unknown as Parameters<typeof encodeEventTopics>[0])) ===
  String(log.topics)

function said(logs: Log[], wrappedToken: Hex): string[] {
  const line = (kind: string, log: Log, from: string, to: string, amount: bigint, id: bigint | '-') =>
    `${kind} ${low(log.address)} ${low(from)} ${low(to)} ${amount} ${id}`
  const fungible = parseEventLogs({ abi: erc20, logs, strict: true }).flatMap((log) => {
    if (!isClean(log, erc20)) return []
    if (log.eventName === 'Transfer') return [line('erc20', log, log.args.from, log.args.to, log.args.value, '-')]
    if (log.eventName === 'Approval') return [line('approval', log, log.args.owner, log.args.spender, log.args.value, '-')]
    if (log.eventName === 'ApprovalForAll')
      return [line('approvalForAll', log, log.args.owner, log.args.operator, log.args.approved ? 1n : 0n, '-')]
    if (log.eventName === 'TransferSingle') return [line('erc1155', log, log.args.from, log.args.to, log.args.value, log.args.id)]
    return log.args.ids.map((id, index) => line('erc1155', log, log.args.from, log.args.to, log.args.values[index] as bigint, id))
  })
  const pictures = parseEventLogs({ abi: erc721, logs, strict: true }).flatMap((log) => {
    if (log.eventName === 'Transfer') return [line('erc721', log, log.args.from, log.args.to, 1n, log.args.tokenId)]
    return low(log.args.approved) === zero ? [] : [line('approval', log, log.args.owner, log.args.approved, 1n, log.args.tokenId)]
  })
  const coins = parseEventLogs({ abi: wrapped, logs, strict: true })
    .filter(({ address, args }) => low(address) === wrappedToken && args.wad > 0n)
    .map((log) =>
      log.eventName === 'Deposit'
        ? line('erc20', log, zero, log.args.dst, log.args.wad, '-')
        : line('erc20', log, log.args.src, zero, log.args.wad, '-'),
    )
  return [...fungible, ...pictures, ...coins]
}

export type Facts = {
  /** `block.position kind token from to amount id`, sorted. */
  readonly transfers: string[]
  /** `block.position hash from to success fee`, sorted. */
  readonly txs: string[]
  /** `address block.position`, sorted. */
  readonly activity: string[]
}

/**
 * Recomputes what the indexer should know of a chain.
 *
 * @param from the first block: a long chain is recomputed in parts, because its node does not keep the states of old blocks
 */
export async function recompute({ rpc, batch }: ReturnType<typeof rpcOf>, wrappedToken: Hex, from = 0): Promise<Facts> {
  const height = Number(await rpc<Hex>('eth_blockNumber'))
  const facts: Facts = { transfers: [], txs: [], activity: [] }
  for (let number = from; number <= height; number += 1) {
    const block = await rpc<Block>('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])
    const receipts = await batch<Receipt>(block.transactions.map(({ hash }) => ['eth_getTransactionReceipt', [hash]] as const))
    const frames = await batch<Frame>(
      block.transactions.map(({ hash }) => ['debug_traceTransaction', [hash, { tracer: 'callTracer' }]] as const),
    )
    for (const [position, tx] of block.transactions.entries()) {
      const [receipt, frame] = [receipts[position] as Receipt, frames[position] as Frame]
      const success = receipt.status === '0x1'
      const place = `${number}.${position}`
      const moved = success ? [...walk(frame), ...said(receipt.logs, wrappedToken)] : []
      const fee = hexToBigInt(receipt.gasUsed) * hexToBigInt(receipt.effectiveGasPrice)
      facts.txs.push(`${place} ${tx.hash} ${low(tx.from)} ${tx.to ? low(tx.to) : '-'} ${success} ${fee}`)
      facts.transfers.push(...moved.map((line) => `${place} ${line}`))
      const concerned = new Set([low(tx.from)])
      for (const line of moved) {
        const [kind = '', , from = '', to = '', amount] = line.split(' ')
        if (kind.startsWith('approval') || amount === '0') continue
        for (const address of [from, to]) if (address !== zero) concerned.add(address)
      }
      facts.activity.push(...[...concerned].map((address) => `${address} ${place}`))
    }
  }
  return { transfers: facts.transfers.sort(), txs: facts.txs.sort(), activity: facts.activity.sort() }
}
