import { codes } from '@latchkey/protocol'
import type { Outcome } from './readReply.js'
import { errorOutcome } from './reply.js'

/** An end of a range: a number, or a tag that means a block near the newest one. */
type End = number | 'head'

/** A decision that depends on how high the chain is. */
export type ByHeight = { readonly kind: 'byHeight'; readonly decide: (height: number) => Outcome | null }

/** More addresses and topics than any page asks for. */
const longestParams = 131_072
const nearHead = new Set(['latest', 'pending', 'safe', 'finalized', ''])
/** Nodes in Go read these keys in any case. */
const rangeKeys = ['fromBlock', 'toBlock', 'blockHash']

/** An end as the nodes understand it, also where they are generous: `0X0`, decimals, plain numbers. Undefined for what is none. */
function endOf(value: unknown): End | undefined {
  if (value === undefined || value === null) return 'head'
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  if (value === 'earliest') return 0
  if (nearHead.has(value)) return 'head'
  return /^(?:0x[0-9a-f]{1,16}|\d{1,16})$/i.test(value) ? Number(value) : undefined
}

/**
 * Judges how many blocks an `eth_getLogs` or `eth_newFilter` asks for: by numbers, tags, missing ends, or the hash of a single block.
 *
 * @param params JSON text
 * @param longest blocks that it may span
 * @returns null when a node may be asked
 */
export function judgeLogsRange(params: string, longest: number): Outcome | ByHeight | null {
  const tooMany = errorOutcome(codes.limitExceeded, `eth_getLogs may span at most ${longest} blocks`)
  const unclear = errorOutcome(
    codes.invalidParams,
    'fromBlock and toBlock must be numbers in hexadecimal or names of blocks, or blockHash stands alone',
  )
  if (params.length > longestParams) return errorOutcome(codes.limitExceeded, 'eth_getLogs may not name so many addresses and topics')
  const [filter] = Object.values(JSON.parse(params) as object) as unknown[]
  if (typeof filter !== 'object' || filter === null) return null
  if (Object.keys(filter).some((key) => rangeKeys.some((name) => name !== key && name.toLowerCase() === key.toLowerCase()))) return unclear
  const { fromBlock, toBlock, blockHash } = filter as Readonly<Record<string, unknown>>
  if (blockHash !== undefined && blockHash !== null) return (fromBlock ?? toBlock) === undefined ? null : unclear
  const [from, to] = [endOf(fromBlock), endOf(toBlock)]
  if (from === undefined || to === undefined) return unclear
  if (from === to) return null
  if (from !== 'head' && to !== 'head') return to - from > longest ? tooMany : null
  const decide = (height: number) => ((to === 'head' ? height : to) - (from === 'head' ? height : from) > longest ? tooMany : null)
  return { kind: 'byHeight', decide }
}
