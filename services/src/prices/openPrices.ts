import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import { inTime } from '../http/inTime.js'
import { loggableError } from '../log.js'
import type { PriceProvider, UsdPrice } from './priceProvider.js'

/** Prices of tokens, whoever knows them. */
export type Prices = {
  /**
   * @param tokens addresses as the chain's family writes them, or `nativeCoin`
   * @returns what is known; a token without an entry has no price that can be trusted
   */
  readonly of: (chain: Chain, tokens: readonly string[]) => Promise<ReadonlyMap<string, UsdPrice>>
}

/** Milliseconds for which a price is taken as it is … */
const keptFor = 60_000
/** … for which that there is none, or that nobody answers, is … */
const nonKeptFor = 30_000
/** … and for which a price may still be shown while nobody answers. */
const staleFor = 600_000
/** Milliseconds for one provider. */
const longest = 3_000

/** `at`: when the price was told; `asked`: when it was last asked for. */
type Kept = { readonly price: UsdPrice | undefined; readonly at: number; readonly asked: number }

/**
 * Asks the providers in their order; what one does not know, or fails to answer, the next is asked. Each token is asked for once at a time,
 * however many pages want it.
 *
 * @param providers best first
 * @param clock `now` in milliseconds; `timeout` for one provider
 */
export function openPrices(
  providers: readonly PriceProvider[],
  log: Logger,
  { now = Date.now, timeout = longest }: { readonly now?: () => number; readonly timeout?: number } = {},
): Prices {
  const kept = new LRUCache<string, Kept>({ max: 50_000 })
  const pending = new Map<string, Promise<void>>()
  const keyOf = (chain: Chain, token: string) => `${chain.caipNetworkId} ${token}`
  const isFresh = ({ price, at, asked }: Kept) =>
    now() - asked < (price === undefined || asked > at ? nonKeptFor : keptFor) && now() - at < staleFor

  const load = async (chain: Chain, tokens: readonly string[]): Promise<void> => {
    let missing = tokens
    let failed = false
    for (const provider of providers) {
      if (missing.length === 0) break
      if (!provider.serves(chain)) continue
      try {
        const signal = AbortSignal.timeout(timeout)
        const found = await inTime(provider.pricesOf({ chain, tokens: missing, signal }), signal)
        for (const [token, price] of found) if (price > 0n) kept.set(keyOf(chain, token), { price, at: now(), asked: now() })
        missing = missing.filter((token) => !((found.get(token) ?? 0n) > 0n))
      } catch (error) {
        failed = true
        log.warn({ provider: provider.name, chain: chain.caipNetworkId, error: loggableError(error) }, 'Prices could not be asked')
      }
    }
    for (const token of missing) {
      const before = kept.get(keyOf(chain, token))
      // While nobody answers, an older price is better than none, and is asked for again soon.
      const isOlder = failed && before?.price !== undefined && now() - before.at < staleFor
      kept.set(keyOf(chain, token), isOlder ? { ...before, asked: now() } : { price: undefined, at: now(), asked: now() })
    }
  }

  return {
    of: async (chain, tokens) => {
      const wanted = [...new Set(tokens)]
      const unknown = wanted.filter((token) => {
        const known = kept.get(keyOf(chain, token))
        return !(known && isFresh(known)) && !pending.has(keyOf(chain, token))
      })
      if (unknown.length > 0) {
        const loading = load(chain, unknown).finally(() => {
          for (const token of unknown) pending.delete(keyOf(chain, token))
        })
        for (const token of unknown) pending.set(keyOf(chain, token), loading)
      }
      await Promise.all(wanted.map((token) => pending.get(keyOf(chain, token))))
      return new Map(
        wanted.flatMap((token) => {
          const price = kept.get(keyOf(chain, token))?.price
          return price === undefined ? [] : [[token, price] as const]
        }),
      )
    },
  }
}
