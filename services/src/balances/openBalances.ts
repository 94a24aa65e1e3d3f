import type { Balances as Answer, Currency, TokenBalance } from '@latchkey/protocol'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { formatUnits } from 'viem'
import type { Chain } from '../config/chains.js'
import { inTime } from '../http/inTime.js'
import { loggableError } from '../log.js'
import type { Prices } from '../prices/openPrices.js'
import { priceAsNumber } from '../prices/poolMath.js'
import type { PriceChanges } from '../prices/priceChanges.js'
import { nativeCoin, priceScale, type UsdPrice } from '../prices/priceProvider.js'
import type { BalanceProvider, Holding } from './balanceProvider.js'

/** What is asked about one address. */
export type BalancesQuestion = {
  /** As the family of the chains writes it; on EVM chains lower case. */
  readonly address: string
  /** Chains of one family. */
  readonly chains: readonly Chain[]
  readonly currency: Currency
  /** Tokens by CAIP-2 id that are read anew, and answered even if there are none of them. Asking for any skips the cache of its chain. */
  readonly fresh: ReadonlyMap<string, readonly string[]>
}

export type Balances = {
  /** Whether anybody reads what addresses hold on a chain. */
  readonly serves: (chain: Chain) => boolean
  /** Never rejects for a chain that cannot be asked: it says so in the answer. */
  readonly of: (question: BalancesQuestion) => Promise<Answer & { readonly sources: readonly string[] }>
}

/** Milliseconds for which what an address holds is taken as it is … */
const keptFor = 10_000
/** … and for which it is still shown, marked as stale, while no provider answers. */
const staleFor = 600_000
/** Milliseconds for one chain, all its providers together: the others are answered without it. Each provider has an equal part. */
const longest = 3_000
/** No chain has more of anything than 256 bits can count. */
const most = 2n ** 256n

/** Bytes of answers that are kept, and what an answer and each token in it cost about: some addresses hold thousands. */
const capacity = 67_108_864
const overhead = 512

/** `at`: when it was asked for. */
type Kept = { readonly holdings: readonly Holding[]; readonly at: number; readonly source: string }

/** A provider that answers nonsense has not answered: an amount below zero, or no amount of the native coin. */
function believable(holdings: readonly Holding[]): readonly Holding[] {
  if (holdings.some(({ quantity }) => quantity < 0n || quantity >= most)) throw new Error('An amount is impossible.')
  if (!holdings.some(({ token }) => token === null)) throw new Error('The native coin is missing.')
  return holdings
}

/**
 * What addresses hold, and what it is worth: the first provider that serves a chain and answers is believed; who does not answer is passed over,
 * and a chain that nobody answers for is shown as it was last known, or named as unavailable.
 *
 * @param providers best first
 * @param rateOf units of a currency per US dollar, times 10^18; undefined when unknown
 * @param options `now` in milliseconds; `timeout` for one chain; `room`: bytes of answers that are kept
 */
export function openBalances(
  {
    providers,
    prices,
    changes,
    rateOf,
    log,
  }: {
    readonly providers: readonly BalanceProvider[]
    readonly prices: Prices
    readonly changes: PriceChanges
    readonly rateOf: (currency: Currency) => Promise<bigint | undefined>
    readonly log: Logger
  },
  {
    now = Date.now,
    timeout = longest,
    room = capacity,
  }: { readonly now?: () => number; readonly timeout?: number; readonly room?: number } = {},
): Balances {
  const kept = new LRUCache<string, Kept>({ maxSize: room, sizeCalculation: ({ holdings }) => overhead * (1 + holdings.length) })
  const pending = new Map<string, Promise<Kept | undefined>>()

  const load = async (chain: Chain, address: string, tokens: readonly string[]): Promise<Kept | undefined> => {
    const asked = providers.filter((provider) => provider.serves(chain))
    const at = now()
    for (const provider of asked) {
      const signal = AbortSignal.timeout(timeout / asked.length)
      try {
        const holdings = believable(await inTime(provider.holdingsOf({ chain, address, tokens, signal }), signal))
        return { holdings, at, source: provider.name }
      } catch (error) {
        log.warn({ provider: provider.name, chain: chain.caipNetworkId, error: loggableError(error) }, 'Balances could not be asked')
      }
    }
    return undefined
  }

  const holdingsOf = async (chain: Chain, address: string, tokens: readonly string[]): Promise<Kept | undefined> => {
    const key = `${chain.caipNetworkId} ${address}`
    const before = kept.get(key)
    if (tokens.length === 0 && before && now() - before.at < keptFor) return before
    const flight = `${key} ${tokens.join()}`
    const loading =
      pending.get(flight) ??
      load(chain, address, tokens).finally(() => {
        pending.delete(flight)
      })
    pending.set(flight, loading)
    const loaded = await loading
    // What was asked before something newer came may be from before it. What there is none of, only who asked for it is shown.
    if (loaded && loaded.at >= (kept.get(key)?.at ?? loaded.at))
      kept.set(key, { ...loaded, holdings: loaded.holdings.filter(({ token, quantity }) => token === null || quantity > 0n) })
    return loaded ?? (before && now() - before.at < staleFor ? before : undefined)
  }

  const valued = (
    chain: Chain,
    holding: Holding,
    price: UsdPrice | undefined,
    rate: bigint | undefined,
    change24h: number | undefined,
  ): TokenBalance => {
    const { token, quantity } = holding
    const { name, symbol, decimals } = token ?? chain.nativeCurrency
    const known = price !== undefined && rate !== undefined
    const one = known ? (price * rate) / priceScale : 0n
    return {
      name,
      symbol,
      chainId: chain.caipNetworkId,
      ...(token ? { address: `${chain.caipNetworkId}:${token.address}`, listed: token.listed } : {}),
      ...(known ? { value: priceAsNumber((quantity * one) / 10n ** BigInt(decimals)) } : {}),
      price: priceAsNumber(one),
      ...(known && change24h !== undefined ? { change24h } : {}),
      quantity: { decimals: String(decimals), numeric: formatUnits(quantity, decimals) },
      iconUrl: token?.logo ?? '',
    }
  }

  return {
    serves: (chain) => providers.some((provider) => provider.serves(chain)),
    of: async ({ address, chains, currency, fresh }) => {
      const [rate, answers] = await Promise.all([
        rateOf(currency),
        Promise.all(
          chains.map(async (chain) => {
            const tokens = fresh.get(chain.caipNetworkId) ?? []
            const found = await holdingsOf(chain, address, tokens)
            const known =
              found &&
              (await prices.of(
                chain,
                found.holdings.map(({ token }) => token?.address ?? nativeCoin),
              ))
            const moved = known && (await changes.of(chain, currency, known))
            return { chain, found, known, moved }
          }),
        ),
      ])
      const balances = answers.flatMap(({ chain, found, known, moved }) =>
        (found?.holdings ?? []).map((holding) => {
          const token = holding.token?.address ?? nativeCoin
          return valued(chain, holding, known?.get(token), rate, moved?.get(token))
        }),
      )
      const named = (some: typeof answers) => some.map(({ chain }) => chain.caipNetworkId)
      const stale = named(answers.filter(({ found }) => found && now() - found.at >= keptFor))
      const unavailable = named(answers.filter(({ found }) => !found))
      return {
        balances: balances.sort((a, b) => (b.value ?? 0) - (a.value ?? 0)),
        ...(stale.length > 0 ? { stale } : {}),
        ...(unavailable.length > 0 ? { unavailable } : {}),
        sources: [...new Set(answers.flatMap(({ found }) => found?.source ?? []))],
      }
    },
  }
}
