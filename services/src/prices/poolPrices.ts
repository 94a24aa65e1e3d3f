import { LRUCache } from 'lru-cache'
import { type Address, type ContractFunctionParameters, erc20Abi, zeroAddress } from 'viem'
import { type EvmReader, evmReader, type ReadAnswer, readMany } from '../chainReads/evmReader.js'
import { listedTokens } from '../chainReads/tokenFacts.js'
import { feeTiers, v2FactoryAbi, v2PairAbi, v3FactoryAbi, v3PoolAbi } from '../chainReads/uniswap.js'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { AskChain } from '../gateway/askChain.js'
import { peggedTokens } from './fixedPrices.js'
import { concentratedState, depthOf, medianOf, type PoolState, pairState, priceIn, type Quote } from './poolMath.js'
import { nativeCoin, type PriceProvider, priceScale, type UsdPrice } from './priceProvider.js'

/** A pool with less than this behind it (US dollars) makes no price. */
const leastDepth = 10_000n * priceScale
/** The price is the middle one of this many moments … */
const samples = 5
/** … of which so many must have a price: with fewer, a single trade could move the middle one. */
const leastSamples = 3
/** … over this time (milliseconds), at most so many blocks, which nodes without an archive still have. */
const sampledTime = 1_800_000
const sampledBlocks = 100n
/** Milliseconds after which new pools are looked for. */
const poolsKeptFor = 3_600_000

type Pool = { readonly kind: 'v2' | 'v3'; readonly address: Address; readonly token: string; readonly quote: string }

/** Uniswap orders the two tokens of a pool by address. */
const isFirst = ({ token, quote }: Pool) => BigInt(token) < BigInt(quote)

/** Where the tokens may be traded against the wrapped native coin or a pegged token. */
async function findPools(chain: Chain, reader: EvmReader, tokens: readonly string[], quotes: readonly string[]): Promise<readonly Pool[]> {
  const { v2Factory, v3Factory } = chain.pools ?? {}
  const pairs = tokens.flatMap((token) => quotes.flatMap((quote) => (quote === token ? [] : [{ token, quote }])))
  const asked = pairs.flatMap(({ token, quote }) => {
    const both = [token as Address, quote as Address] as const
    const v2 = v2Factory ? [{ address: v2Factory as Address, abi: v2FactoryAbi, functionName: 'getPair', args: both } as const] : []
    const v3 = v3Factory
      ? feeTiers.map(
          (fee) => ({ address: v3Factory as Address, abi: v3FactoryAbi, functionName: 'getPool', args: [...both, fee] }) as const,
        )
      : []
    return [...v2, ...v3].map((contract) => ({ contract, token, quote, kind: contract.functionName === 'getPair' ? 'v2' : 'v3' }) as const)
  })
  if (asked.length === 0) return []
  const contracts = asked.map(({ contract }) => contract)
  const answers = await readMany(chain, reader, contracts)
  return asked.flatMap(({ token, quote, kind }, index) => {
    const answer = answers[index]
    const found = answer?.status === 'success' ? answer.result : undefined
    return typeof found === 'string' && found !== zeroAddress ? [{ kind, address: found as Address, token, quote }] : []
  })
}

function stateOf(pool: Pool, [first, second, third]: readonly (ReadAnswer | undefined)[]): PoolState | undefined {
  if (pool.kind === 'v2') {
    if (first?.status !== 'success') return undefined
    const [reserve0, reserve1] = first.result as readonly [bigint, bigint, number]
    return isFirst(pool) ? pairState(reserve0, reserve1) : pairState(reserve1, reserve0)
  }
  if (first?.status !== 'success' || second?.status !== 'success' || third?.status !== 'success') return undefined
  const [sqrtPrice] = first.result as readonly [bigint]
  return concentratedState(sqrtPrice, second.result as bigint, third.result as bigint, isFirst(pool))
}

/** Reads of one pool, in the order that {@link stateOf} takes their answers in. */
const readsOf = ({ kind, address, quote }: Pool): readonly ContractFunctionParameters[] =>
  kind === 'v2'
    ? [{ address, abi: v2PairAbi, functionName: 'getReserves' } as const]
    : [
        { address, abi: v3PoolAbi, functionName: 'slot0' } as const,
        { address, abi: v3PoolAbi, functionName: 'liquidity' } as const,
        { address: quote as Address, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const,
      ]

async function statesAt(
  chain: Chain,
  reader: EvmReader,
  pools: readonly Pool[],
  blockNumber: bigint,
): Promise<ReadonlyMap<Pool, PoolState>> {
  const contracts = pools.flatMap(readsOf)
  const answers = await readMany(chain, reader, contracts, blockNumber)
  let next = 0
  return new Map(
    pools.flatMap((pool) => {
      const count = readsOf(pool).length
      const state = stateOf(pool, answers.slice(next, next + count))
      next += count
      return state ? [[pool, state] as const] : []
    }),
  )
}

/** The price in the deepest pool of these, if that is deep enough. */
function bestPrice(
  pools: readonly Pool[],
  states: ReadonlyMap<Pool, PoolState>,
  decimals: number,
  quotes: ReadonlyMap<string, Quote>,
): UsdPrice | undefined {
  let depth = 0n
  let price: UsdPrice | undefined
  for (const pool of pools) {
    const state = states.get(pool)
    const quote = quotes.get(pool.quote)
    const found = state && quote && priceIn(state, decimals, quote)
    if (!found || depthOf(state, quote) < leastDepth || depthOf(state, quote) <= depth) continue
    depth = depthOf(state, quote)
    price = found
  }
  return price
}

/** Blocks to look at: the newest, and others back over half an hour, all of which the chain has. */
function sampledAt(chain: Chain, head: bigint): readonly bigint[] {
  const wanted = chain.blockTime ? BigInt(Math.ceil(sampledTime / chain.blockTime)) : sampledBlocks
  const span = [wanted, sampledBlocks, head].reduce((least, value) => (value < least ? value : least))
  return Array.from({ length: samples }, (_, index) => head - (span * BigInt(index)) / BigInt(samples - 1))
}

/**
 * What the pools held at each of the moments. A node that forgot the older blocks leaves fewer of them.
 *
 * @throws NodeError when the moments that were answered are too few for any price: that says nothing about whether there is one
 */
async function statesOver(chain: Chain, reader: EvmReader, pools: readonly Pool[]): Promise<readonly ReadonlyMap<Pool, PoolState>[]> {
  if (pools.length === 0) return []
  const moments = sampledAt(chain, await reader.getBlockNumber())
  const asked = new Map([...new Set(moments)].map((block) => [block, statesAt(chain, reader, pools, block)]))
  const settled = await Promise.allSettled(moments.map((block) => asked.get(block)))
  const states = settled.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed && states.length < leastSamples) throw failed.reason
  return states
}

/**
 * Prices from exchanges on the chain itself (Uniswap v2 and v3 and their likes), of tokens on the operator's list only: a pool can be made by
 * anybody for a token of anybody's. A price is the middle one of five moments over half an hour or a hundred blocks, each in the pool with the
 * most behind it, at least 10,000 US dollars. So a trade within one block does not move it, and a token without a deep pool has none.
 *
 * @param now milliseconds
 */
export function poolPrices(ask: AskChain, now: () => number = Date.now): PriceProvider {
  const known = new LRUCache<string, { readonly at: number; readonly pools: readonly Pool[] }>({ max: 10_000 })

  const poolsOf = async (chain: Chain, reader: EvmReader, tokens: readonly string[], quotes: readonly string[]) => {
    const keyOf = (token: string) => `${chain.caipNetworkId}:${token}`
    const unknown = tokens.filter((token) => now() - (known.get(keyOf(token))?.at ?? Number.NEGATIVE_INFINITY) >= poolsKeptFor)
    const found = await findPools(chain, reader, unknown, quotes)
    for (const token of unknown) known.set(keyOf(token), { at: now(), pools: found.filter((pool) => pool.token === token) })
    return new Map(tokens.map((token) => [token, known.get(keyOf(token))?.pools ?? []]))
  }

  return {
    name: 'pools',
    serves: (chain) => chain.pools !== undefined && isServed(chain),
    pricesOf: async ({ chain, tokens }) => {
      if (!chain.pools) return new Map()
      const reader = evmReader(ask, chain)
      const wrapped = chain.pools.weth.toLowerCase()
      const { decimals: coinDecimals } = chain.nativeCurrency
      const decimals = new Map([
        ...[...listedTokens(chain)].map(([token, facts]) => [token, facts.decimals] as const),
        [wrapped, coinDecimals],
      ])
      const stable = new Map([...peggedTokens(chain)].map(([token, price]) => [token, { price, decimals: decimals.get(token) ?? 0 }]))
      const traded = new Map(tokens.map((token) => [token, token === nativeCoin ? wrapped : token]))
      const wanted = [...new Set(traded.values())].filter((token) => decimals.has(token))
      if (wanted.length === 0) return new Map()
      const pools = await poolsOf(chain, reader, [...new Set([...wanted, wrapped])], [...stable.keys(), wrapped])
      const moments = await statesOver(chain, reader, [...pools.values()].flat())

      /** Prices of the wanted tokens at one moment. */
      const pricesAt = (states: ReadonlyMap<Pool, PoolState>): ReadonlyMap<string, UsdPrice> => {
        const coin = bestPrice(pools.get(wrapped) ?? [], states, coinDecimals, stable)
        const quotes = coin === undefined ? stable : new Map([...stable, [wrapped, { price: coin, decimals: coinDecimals }]])
        return new Map(
          wanted.flatMap((token) => {
            const price = token === wrapped ? coin : bestPrice(pools.get(token) ?? [], states, decimals.get(token) ?? 0, quotes)
            return price === undefined ? [] : [[token, price]]
          }),
        )
      }
      const seen = moments.map(pricesAt)
      return new Map(
        [...traded].flatMap(([token, on]) => {
          const prices = seen.flatMap((at) => at.get(on) ?? [])
          const price = prices.length >= leastSamples ? medianOf(prices) : undefined
          return price === undefined ? [] : [[token, price]]
        }),
      )
    },
  }
}
