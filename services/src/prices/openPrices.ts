import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import { ProviderError } from '../http/fetchJson.js'
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
/** Milliseconds for one provider, all its questions together, of which so many are under way at a time. */
const longest = 3_000
const atOnce = 4

/** `at`: when the price was told; `asked`: when it was last asked for. */
type Kept = { readonly price: UsdPrice | undefined; readonly at: number; readonly asked: number }

/**
 * Asks one provider, in as many questions as it takes: each answer counts, whatever becomes of the other questions.
 *
 * @returns what it told, the tokens of which it did not answer, and why
 */
async function askProvider(provider: PriceProvider, chain: Chain, tokens: readonly string[], timeout: number) {
  const { most = tokens.length } = provider
  const parts = Array.from({ length: Math.ceil(tokens.length / most) }, (_, index) => tokens.slice(index * most, (index + 1) * most))
  const signal = AbortSignal.timeout(timeout)
  const answers = new Map<readonly string[], ReadonlyMap<string, UsdPrice>>()
  const faults: unknown[] = []
  let isEnough = false
  const waiting = parts.values()
  const askOn = async () => {
    for (const part of waiting) {
      if (signal.aborted || isEnough) return
      try {
        answers.set(part, await provider.pricesOf({ chain, tokens: part, signal }))
      } catch (error) {
        faults.push(error)
        // Who is asked too much answers the rest no better, and may count it.
        isEnough ||= error instanceof ProviderError && error.status === 429
      }
    }
  }
  await inTime(Promise.all(Array.from({ length: Math.min(atOnce, parts.length) }, askOn)), signal).catch((error) => faults.push(error))
  return {
    found: new Map([...answers.values()].flatMap((answer) => [...answer])),
    silent: parts.filter((part) => !answers.has(part)).flat(),
    fault: faults[0],
  }
}

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
    const unanswered = new Set<string>()
    for (const provider of providers) {
      if (missing.length === 0) break
      if (!provider.serves(chain)) continue
      const { found, silent, fault } = await askProvider(provider, chain, missing, timeout)
      if (fault !== undefined)
        log.warn({ provider: provider.name, chain: chain.caipNetworkId, error: loggableError(fault) }, 'Prices could not be asked')
      for (const [token, price] of found) if (price > 0n) kept.set(keyOf(chain, token), { price, at: now(), asked: now() })
      for (const token of silent) unanswered.add(token)
      missing = missing.filter((token) => !((found.get(token) ?? 0n) > 0n))
    }
    for (const token of missing) {
      const before = kept.get(keyOf(chain, token))
      // While nobody answers, an older price is better than none, and is asked for again soon.
      const isOlder = unanswered.has(token) && before?.price !== undefined && now() - before.at < staleFor
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
