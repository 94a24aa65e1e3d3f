import { LRUCache } from 'lru-cache'
import { type Address, encodePacked, getCreate2Address, keccak256, parseAbi, zeroAddress } from 'viem'
import { type EvmReader, readMany } from '../../chainReads/evmReader.js'
import { feeTiers, v2FactoryAbi, v3FactoryAbi } from '../../chainReads/uniswap.js'
import type { Chain } from '../../config/chains.js'
import { pairFee } from './pairMath.js'

/** Tokens between that a route may use: more of them make quotes slow and hardly ever better. */
const mostBetween = 4
/** Milliseconds for which it is known where pools are, and that there is none. */
const poolsKeptFor = 300_000
const mostKept = 20_000

/** Where two tokens are traded. Tokens are addresses in lower case. */
export type Pool = {
  readonly version: 'v2' | 'v3'
  readonly address: Address
  readonly tokens: readonly [string, string]
  /** Millionths. */
  readonly fee: number
}

/** What of a chain's contracts is used. */
export type Exchange = {
  readonly weth: Address
  readonly router: { readonly kind: 'swapRouter02' | 'v2Router'; readonly address: Address }
  readonly v2?: { readonly factory: Address; readonly quoter: Address | undefined }
  readonly v3?: { readonly factory: Address; readonly quoter: Address }
}

/** SwapRouter02 computes where a pair is: it trades on pairs of Uniswap's own code only. */
const pairCodeHash = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const routerAbi = parseAbi(['function factoryV2() view returns (address)'])

/**
 * The contracts that swaps of a chain use: SwapRouter02 for pools of both versions, or where it is not configured the router of version 2 for pairs.
 *
 * @returns undefined when swaps are not possible with what is configured
 */
export function exchangeOf({ pools }: Chain): Exchange | undefined {
  if (!pools) return undefined
  const { weth, v2Factory, v2Router, v3Factory, quoter, swapRouter02 } = pools as { readonly [key in keyof typeof pools]: Address }
  const address = swapRouter02 ?? v2Router
  const v2 = v2Factory ? { v2: { factory: v2Factory, quoter: v2Router } } : {}
  const v3 = v3Factory && quoter && swapRouter02 ? { v3: { factory: v3Factory, quoter } } : {}
  if (!address || !('v2' in v2 || 'v3' in v3)) return undefined
  return { weth: weth.toLowerCase() as Address, router: { kind: swapRouter02 ? 'swapRouter02' : 'v2Router', address }, ...v2, ...v3 }
}

/** Tokens that a route may go through: the wrapped native coin, and what stands for a dollar. Addresses in lower case. */
export const tokensBetween = (chain: Chain, { weth }: Exchange): readonly string[] =>
  [weth, ...(chain.tokens ?? []).flatMap(({ address, peg }) => (peg ? [address.toLowerCase()] : []))].slice(0, mostBetween)

/** Knows where pools are. A composition root makes one. */
export type PoolFinder = ReturnType<typeof createPoolFinder>

export function createPoolFinder() {
  const kept = new LRUCache<string, readonly Pool[]>({ max: mostKept, ttl: poolsKeptFor })
  /** Whether the router trades on the pairs of the factory. */
  const usable = new LRUCache<string, boolean>({ max: 1_000, ttl: poolsKeptFor })

  async function tradesPairs(chain: Chain, reader: EvmReader, { router, v2 }: Exchange): Promise<boolean> {
    if (!v2 || router.kind === 'v2Router') return v2 !== undefined
    const known = usable.get(chain.caipNetworkId)
    if (known !== undefined) return known
    const [answer] = await readMany(chain, reader, [{ address: router.address, abi: routerAbi, functionName: 'factoryV2' }])
    const same = answer?.status === 'success' && String(answer.result).toLowerCase() === v2.factory.toLowerCase()
    usable.set(chain.caipNetworkId, same)
    return same
  }

  const isOwnCode = (factory: Address, tokens: readonly [string, string], pair: string) =>
    getCreate2Address({
      from: factory,
      salt: keccak256(encodePacked(['address', 'address'], tokens as readonly [Address, Address])),
      bytecodeHash: pairCodeHash,
    }).toLowerCase() === pair.toLowerCase()

  async function read(chain: Chain, reader: EvmReader, exchange: Exchange, pairs: readonly (readonly [string, string])[]) {
    const withPairs = await tradesPairs(chain, reader, exchange)
    const asked = pairs.flatMap((tokens) => {
      const args = tokens as readonly [Address, Address]
      const v2 =
        exchange.v2 && withPairs ? [{ address: exchange.v2.factory, abi: v2FactoryAbi, functionName: 'getPair', args } as const] : []
      const { v3 } = exchange
      const tiers = v3
        ? feeTiers.map((fee) => ({ address: v3.factory, abi: v3FactoryAbi, functionName: 'getPool', args: [...args, fee] }) as const)
        : []
      return [...v2, ...tiers].map((contract) => ({ tokens, contract }))
    })
    const answers = await readMany(
      chain,
      reader,
      asked.map(({ contract }) => contract),
    )
    return asked.flatMap(({ tokens, contract }, index): Pool[] => {
      const answer = answers[index]
      const address = answer?.status === 'success' ? (answer.result as Address) : zeroAddress
      if (address === zeroAddress) return []
      if (contract.functionName === 'getPool') return [{ version: 'v3', address, tokens, fee: contract.args[2] }]
      if (exchange.router.kind === 'swapRouter02' && !isOwnCode(contract.address, tokens, address)) return []
      return [{ version: 'v2', address, tokens, fee: pairFee }]
    })
  }

  /**
   * The pools between each of these pairs of tokens, which may be given in any order.
   *
   * @returns in the order of the pairs
   * @throws NodeError
   */
  return async function findPools(
    chain: Chain,
    reader: EvmReader,
    exchange: Exchange,
    pairs: readonly (readonly [string, string])[],
  ): Promise<readonly (readonly Pool[])[]> {
    const sorted = pairs.map(([a, b]): readonly [string, string] => (BigInt(a) < BigInt(b) ? [a, b] : [b, a]))
    const keyOf = (tokens: readonly [string, string]) => `${chain.caipNetworkId} ${tokens.join(' ')}`
    const unknown = [...new Map(sorted.map((tokens) => [keyOf(tokens), tokens])).values()].filter((tokens) => !kept.has(keyOf(tokens)))
    const found = unknown.length > 0 ? await read(chain, reader, exchange, unknown) : []
    for (const tokens of unknown)
      kept.set(
        keyOf(tokens),
        found.filter((pool) => pool.tokens === tokens),
      )
    return sorted.map((tokens) => kept.get(keyOf(tokens)) ?? [])
  }
}
