import { LRUCache } from 'lru-cache'
import { type Address, erc20Abi, hexToString, parseAbi, trim } from 'viem'
import type { Chain } from '../config/chains.js'
import { type EvmReader, type ReadAnswer, readStrangers } from './evmReader.js'

/** What a token says of itself, or the operator of it. */
export type TokenFacts = {
  /** As the chain's family writes it; on EVM chains lower case. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly logo?: string
  /** On the operator's list of the chain. */
  readonly listed: boolean
}

/** Tokens remembered over all chains: what a token says of itself does not change. */
const most = 50_000
/** Characters kept of a name or a symbol that anybody may have chosen. */
const longestText = 100
/** 10^77 is the largest power of ten in 256 bits: more decimals cannot be meant. */
export const mostDecimals = 77

/**
 * A number of decimals, as other services write it.
 *
 * @returns null for what no token can mean: its amounts are unknown, and not whole numbers
 */
export function statedDecimals(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,2}$/.test(text) && Number(text) <= mostDecimals ? Number(text) : null
}

/** Names of some early tokens are 32 bytes and no string. */
const bytes32Abi = parseAbi(['function name() view returns (bytes32)', 'function symbol() view returns (bytes32)'])

/** What nobody sees and what turns the reading direction has no place in a name: it is how one token looks like another. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/**
 * A name as it may be shown: without invisible characters and turned reading directions, at most 100 characters.
 *
 * @example
 * shownText('US\u202eCD') // 'USCD'
 */
export const shownText = (text: string): string => [...text.replace(unseen, '').trim()].slice(0, longestText).join('')

/** Milliseconds for which a token that takes all the gas of a call is not asked again. */
const unreadableFor = 3_600_000

/** Known tokens by chain and address. A composition root makes one. */
export type TokenMemory = LRUCache<string, TokenFacts | 'unreadable'>

export const createTokenMemory = (): TokenMemory => new LRUCache<string, TokenFacts | 'unreadable'>({ max: most })

/** The operator's tokens of a chain, by address as the family writes it. */
export function listedTokens(chain: Chain): ReadonlyMap<string, TokenFacts> {
  const isEvm = chain.caipNetworkId.startsWith('eip155:')
  return new Map(
    (chain.tokens ?? []).map(({ address, symbol, name = symbol, decimals, logo }) => {
      const key = isEvm ? address.toLowerCase() : address
      return [key, { address: key, name, symbol, decimals, ...(logo ? { logo } : {}), listed: true }]
    }),
  )
}

function textOf(answer: ReadAnswer | undefined, fallback: ReadAnswer | undefined): string {
  if (answer?.status === 'success' && typeof answer.result === 'string') return shownText(answer.result)
  if (fallback?.status !== 'success' || typeof fallback.result !== 'string') return ''
  const bytes = trim(fallback.result as `0x${string}`, { dir: 'right' })
  return bytes === '0x00' || bytes === '0x' ? '' : shownText(hexToString(bytes))
}

/**
 * What these tokens of an EVM chain say of themselves; a token that does not tell its decimals is left out, as its amounts mean nothing.
 *
 * @param addresses lower case
 */
export async function evmTokenFacts(
  chain: Chain,
  reader: EvmReader,
  memory: TokenMemory,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, TokenFacts>> {
  const listed = listedTokens(chain)
  const keyOf = (address: string) => `${chain.caipNetworkId}:${address}`
  const unknown = addresses.filter((address) => !listed.has(address) && !memory.has(keyOf(address)))
  if (unknown.length > 0) {
    const groups = unknown.map((token) => {
      const address = token as Address
      return [
        { address, abi: erc20Abi, functionName: 'decimals' },
        { address, abi: erc20Abi, functionName: 'symbol' },
        { address, abi: erc20Abi, functionName: 'name' },
        { address, abi: bytes32Abi, functionName: 'symbol' },
        { address, abi: bytes32Abi, functionName: 'name' },
      ] as const
    })
    const answers = await readStrangers(chain, reader, groups)
    for (const [index, address] of unknown.entries()) {
      const answer = answers[index]
      if (!answer) {
        memory.set(keyOf(address), 'unreadable', { ttl: unreadableFor })
        continue
      }
      const [decimals, symbol, name, symbolBytes, nameBytes] = answer
      if (decimals?.status !== 'success' || typeof decimals.result !== 'number' || decimals.result > mostDecimals) continue
      memory.set(keyOf(address), {
        address,
        name: textOf(name, nameBytes),
        symbol: textOf(symbol, symbolBytes),
        decimals: decimals.result,
        listed: false,
      })
    }
  }
  return new Map(
    addresses.flatMap((address) => {
      const facts = listed.get(address) ?? memory.get(keyOf(address))
      return facts && facts !== 'unreadable' ? [[address, facts] as const] : []
    }),
  )
}
