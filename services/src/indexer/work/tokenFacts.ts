import type { Hex } from 'viem'
import { evmFaults } from '../../gateway/families/nodeFaults.js'
import { wordsOf } from '../decode/words.js'
import { isBusy } from '../node/reader.js'
import { RpcError } from '../node/rpc.js'
import type { TokenFacts } from '../store/store.js'
import type { ChainWork } from './chainWork.js'
import { cleanText } from './cleanText.js'

/** Tokens that are asked at once. */
const most = 40
const longest = 200
/** `name()`, `symbol()`, `decimals()`. */
const questions: readonly Hex[] = ['0x06fdde03', '0x95d89b41', '0x313ce567']

/** A text as contracts answer it: a string, or, in older ones, 32 bytes. Null for everything else. */
export function readText(data: Hex, most = longest): string | null {
  const words = wordsOf(data)
  if (!words || words.length === 0) return null
  const bytes = Buffer.from(data.slice(2), 'hex')
  if (words.length === 1) return cleanText(bytes.toString('utf8').replace(/\0+$/, ''), most)
  const start = Number(BigInt(`0x${words[0]}`))
  const length = Number.isSafeInteger(start) && start % 32 === 0 ? Number(BigInt(`0x${words[start / 32] ?? 'f'.repeat(64)}`)) : Infinity
  if (start + 32 + length > bytes.length) return null
  return cleanText(bytes.subarray(start + 32, start + 32 + length).toString('utf8'), most)
}

/** A number of decimals that anything can be divided by. Null for a contract that has none, or says nonsense. */
export function readDecimals(data: Hex): number | null {
  const words = wordsOf(data)
  if (words?.length !== 1) return null
  const value = BigInt(data)
  return value <= 77n ? Number(value) : null
}

/**
 * Asks tokens that are new for their names.
 *
 * @returns whether there may be more to ask at once
 */
export async function readTokens({ store, rpc, settings }: ChainWork): Promise<boolean> {
  const tokens = await store.tokensToRead(settings.chain, most)
  if (tokens.length === 0) return false
  const calls = tokens.flatMap(({ token }) => questions.map((data) => ({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })))
  const answers = await rpc.batch<Hex>(calls)
  const facts = tokens.flatMap(({ token }, index): TokenFacts[] => {
    const own = answers.slice(index * 3, index * 3 + 3)
    if (own.some(isBusy)) return []
    const [name, symbol, decimals] = own
    // A contract that reverts has no name; a reason of the node's own is no answer of the contract's.
    const answered = own.every((one) => !(one instanceof RpcError) || !evmFaults.isNodeFault(one))
    const read = <Value>(one: Hex | RpcError | undefined, how: (data: Hex) => Value | null) => (typeof one === 'string' ? how(one) : null)
    return [{ token, answered, name: read(name, readText), symbol: read(symbol, readText), decimals: read(decimals, readDecimals) }]
  })
  await store.saveTokens(settings.chain, facts)
  return facts.length === tokens.length
}
