import type { Hex } from 'viem'
import type { WireLog } from '../node/wire.js'
import { sources, type Transfer, zeroAddress } from './rows.js'
import { topics } from './topics.js'
import { addressOf, uintOf, wordsOf } from './words.js'

/** Items of one batch that are read. No honest contract moves so many at once, and a hostile one could name sixty thousand. */
const mostItems = 1_000

type Place = Pick<Transfer, 'source' | 'place' | 'token'>
type Moved = Omit<Transfer, keyof Place>

/** The pairs of a TransferBatch. Null when its data is not what it should be. */
function readBatch(words: readonly string[]): readonly (readonly [id: bigint, amount: bigint])[] | null {
  const list = (offset: string | undefined) => {
    const start = Number(uintOf(offset ?? 'f'.repeat(64))) / 32
    const length = Number.isSafeInteger(start) ? Number(uintOf(words[start] ?? 'f'.repeat(64))) : Number.POSITIVE_INFINITY
    return start + length < words.length ? words.slice(start + 1, start + 1 + Math.min(length, mostItems)) : null
  }
  const [ids, amounts] = [list(words[0]), list(words[1])]
  if (!ids || !amounts || ids.length !== amounts.length) return null
  return ids.map((id, index) => [uintOf(id), uintOf(amounts[index] as string)])
}

function readTransfer(names: readonly Hex[], words: readonly string[]): Moved[] {
  const [, first, second, third] = names
  const [from, to] = [addressOf(first), addressOf(second)]
  if (!from || !to) return []
  if (names.length === 4 && words.length === 0) return [{ item: 0, kind: 'erc721', from, to, amount: 1n, tokenId: BigInt(third as Hex) }]
  if (names.length !== 3 || words.length !== 1) return []
  return [{ item: 0, kind: 'erc20', from, to, amount: uintOf(words[0] as string), tokenId: null }]
}

function readApproval(names: readonly Hex[], words: readonly string[]): Moved[] {
  const [, first, second, third] = names
  const [from, to] = [addressOf(first), addressOf(second)]
  if (!from || !to) return []
  // An NFT that is given away loses its approval, which many contracts say by an approval of nobody.
  if (names.length === 4)
    return to === zeroAddress ? [] : [{ item: 0, kind: 'approval', from, to, amount: 1n, tokenId: BigInt(third as Hex) }]
  if (names.length !== 3 || words.length !== 1) return []
  return [{ item: 0, kind: 'approval', from, to, amount: uintOf(words[0] as string), tokenId: null }]
}

function readMany(names: readonly Hex[], words: readonly string[], isBatch: boolean): Moved[] {
  const [, , second, third] = names
  const [from, to] = [addressOf(second), addressOf(third)]
  if (!from || !to || names.length !== 4) return []
  const single = words.length === 2 ? [[uintOf(words[0] as string), uintOf(words[1] as string)] as const] : null
  const pairs = isBatch ? readBatch(words) : single
  return (pairs ?? []).map(([tokenId, amount], item) => ({ item, kind: 'erc1155', from, to, amount, tokenId }))
}

function readLog(names: readonly Hex[], words: readonly string[]): Moved[] {
  switch (names[0]) {
    case topics.transfer:
      return readTransfer(names, words)
    case topics.transferSingle:
    case topics.transferBatch:
      return readMany(names, words, names[0] === topics.transferBatch)
    case topics.approval:
      return readApproval(names, words)
    case topics.approvalForAll: {
      const [from, to] = [addressOf(names[1]), addressOf(names[2])]
      if (!from || !to || words.length !== 1) return []
      return [{ item: 0, kind: 'approvalForAll', from, to, amount: uintOf(words[0] as string) === 0n ? 0n : 1n, tokenId: null }]
    }
    default:
      return []
  }
}

/** What the logs of a transaction say that moved. A log that is not exactly what its standard says counts for nothing. */
export function readLogs(logs: readonly WireLog[]): Transfer[] {
  return logs.flatMap((log) => {
    const words = wordsOf(log.data)
    if (!words) return []
    const place: Place = { source: sources.log, place: Number(log.logIndex), token: log.address.toLowerCase() as Hex }
    return readLog(log.topics, words).map((moved) => ({ ...place, ...moved }))
  })
}

/** A coin that was wrapped (out of nothing, for its holder) or unwrapped, as far as the event says. */
export type Wrapping = {
  readonly log: WireLog
  readonly token: Hex
  readonly holder: Hex
  readonly amount: bigint
  readonly wraps: boolean
}

/** Events in the form of WETH9. Staking contracts use the same form, so what they mean is decided by what else happened. */
export function readWrappings(logs: readonly WireLog[]): Wrapping[] {
  return logs.flatMap((log) => {
    const [name, first] = log.topics
    if ((name !== topics.deposit && name !== topics.withdrawal) || log.topics.length !== 2) return []
    const [holder, words] = [addressOf(first), wordsOf(log.data)]
    if (!holder || words?.length !== 1) return []
    return [{ log, token: log.address.toLowerCase() as Hex, holder, amount: uintOf(words[0] as string), wraps: name === topics.deposit }]
  })
}

/** The entry points of ERC-4337, versions 0.6 to 0.8: anybody else's event of this form names whom it likes. */
const entryPoints: readonly string[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
]

/** In whose name a transaction acted through which entry point, and whether that went well. */
export type UserOperation = { readonly sender: Hex; readonly entryPoint: Hex; readonly success: boolean }

/** The user operations (ERC-4337) of a transaction. */
export function readUserOperations(logs: readonly WireLog[]): UserOperation[] {
  return logs.flatMap((log) => {
    const entryPoint = log.address.toLowerCase() as Hex
    if (log.topics[0] !== topics.userOperation || log.topics.length !== 4 || !entryPoints.includes(entryPoint)) return []
    const [sender, words] = [addressOf(log.topics[2]), wordsOf(log.data)]
    return sender && words?.length === 4 ? [{ sender, entryPoint, success: uintOf(words[1] as string) === 1n }] : []
  })
}
