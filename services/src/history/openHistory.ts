import type { Currency, HistoryPage, HistoryTransaction, HistoryTransfer } from '@latchkey/protocol'
import type { Logger } from 'pino'
import { formatUnits } from 'viem'
import { listedTokens } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import { loggableError } from '../log.js'
import type { Prices } from '../prices/openPrices.js'
import { priceAsNumber } from '../prices/poolMath.js'
import { nativeCoin, priceScale, type UsdPrice } from '../prices/priceProvider.js'
import { contractNames } from './contractNames.js'
import type { HistoryProvider, HistoryQuestion, Moved, Transaction } from './historyProvider.js'
import { joinPages } from './joinPages.js'

export type History = {
  /**
   * A page of what happened to an address on chains of one family; those that no provider serves have nothing and are named, as those are that nobody
   * answers for.
   *
   * @throws BadCursor; HistoryUnavailable when nobody answers at all
   */
  readonly of: (
    question: Omit<HistoryQuestion, 'signal'> & { readonly currency: Currency },
  ) => Promise<HistoryPage & { readonly source: string }>
}

/** Nobody who knows the history of these chains answers. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable'
}

/** Milliseconds for one provider. */
const longest = 8_000

/** Milliseconds before and after 1970 that a date can have. A local chain, or a hostile node, may tell any time. */
const furthest = 8_640_000_000_000_000
const dateOf = (at: number) => new Date(Math.max(-furthest, Math.min(furthest, at))).toISOString()

const applicationOf = (name: string | undefined) => (name ? { name, iconUrl: null } : null)

type Priced = { readonly price: UsdPrice | undefined; readonly rate: bigint | undefined }

function transferOf(chain: Chain, moved: Moved, { price, rate }: Priced): HistoryTransfer {
  const { direction, token, amount, other, about, nft } = moved
  const listed = token === null ? undefined : listedTokens(chain).get(token)
  const facts = token === null ? chain.nativeCurrency : (listed ?? about)
  // An amount that cannot be divided is none: counted in its smallest unit, it would be a fortune.
  const decimals = nft ? 0 : facts?.decimals
  const known = !nft && typeof decimals === 'number' && price !== undefined && rate !== undefined
  const one = known ? (price * rate) / priceScale : 0n
  const name = facts?.name ?? ''
  return {
    fungible_info: nft ? null : { name, symbol: facts?.symbol ?? '', icon: listed?.logo ? { url: listed.logo } : null },
    nft_info: nft
      ? {
          name: nft.name ?? `${name} #${nft.id}`.trim(),
          content: nft.image ? { preview: { url: nft.image, content_type: null } } : null,
          flags: { is_spam: about?.isSpam ?? false },
        }
      : null,
    direction,
    quantity: { numeric: typeof decimals === 'number' ? formatUnits(amount, decimals) : null },
    value: known ? priceAsNumber((amount * one) / 10n ** BigInt(decimals)) : null,
    price: known ? priceAsNumber(one) : null,
    ...(token === null ? {} : { address: `${chain.caipNetworkId}:${token}`, listed: listed !== undefined }),
    ...(other ? { counterparty: other } : {}),
  }
}

/**
 * What happened to addresses: the first provider that serves a chain is asked, and the next one when it fails; what they tell is put together.
 *
 * @param providers best first
 * @param rateOf units of a currency per US dollar, times 10^18; undefined when unknown
 * @param limits `timeout`: milliseconds for one provider
 */
export function openHistory(
  {
    providers,
    prices,
    rateOf,
    namesOf = contractNames,
    log,
  }: {
    readonly providers: readonly HistoryProvider[]
    readonly prices: Prices
    readonly rateOf: (currency: Currency) => Promise<bigint | undefined>
    /** What contracts of a chain are called, by address. */
    readonly namesOf?: (chain: Chain) => ReadonlyMap<string, string>
    readonly log: Logger
  },
  { timeout = longest }: { readonly timeout?: number } = {},
): History {
  /** Today's prices of what was moved on each chain. */
  const pricesOf = async (transactions: readonly Transaction[]) => {
    const chains = [...new Set(transactions.map(({ chain }) => chain))]
    const found = await Promise.all(
      chains.map(async (chain) => {
        const moved = transactions.filter((one) => one.chain === chain).flatMap((one) => one.moved)
        return [
          chain,
          await prices.of(
            chain,
            moved.flatMap(({ token, nft }) => (nft ? [] : [token ?? nativeCoin])),
          ),
        ] as const
      }),
    )
    return new Map(found)
  }

  const written = async (transactions: readonly Transaction[], currency: Currency): Promise<readonly HistoryTransaction[]> => {
    const [rate, known] = await Promise.all([rateOf(currency), pricesOf(transactions)])
    const names = new Map(transactions.map(({ chain }) => [chain, namesOf(chain)]))
    return transactions.map(({ chain, hash, operation, status, at, from, to, nonce, application, moved }) => ({
      id: `${chain.caipNetworkId}:${hash}`,
      metadata: {
        operationType: operation,
        hash,
        minedAt: dateOf(at),
        sentFrom: from,
        sentTo: to,
        status,
        nonce,
        application: applicationOf(names.get(chain)?.get(to) ?? application),
        chain: chain.caipNetworkId,
      },
      transfers: moved.map((one) => transferOf(chain, one, { price: known.get(chain)?.get(one.token ?? nativeCoin), rate })),
    }))
  }

  return {
    of: async ({ chains, address, cursor, currency }) => {
      const question = { chains, address, cursor, signalOf: () => AbortSignal.timeout(timeout) }
      const page = await joinPages(providers, question, (provider, error) =>
        log.warn({ provider: provider.name, error: loggableError(error) }, 'History could not be asked'),
      )
      const idsOf = (chains: readonly Chain[]) => chains.map(({ caipNetworkId }) => caipNetworkId)
      const unavailable = idsOf(page.unavailable)
      const stale = idsOf(page.old)
      const searching = idsOf(page.searching)
      const partial = idsOf(page.partial)
      const unserved = idsOf(page.unserved)
      if (page.sources.length === 0 && unavailable.length > 0) throw new HistoryUnavailable('Nobody answers.')
      return {
        data: await written(page.transactions, currency),
        next: page.next,
        ...(stale.length > 0 ? { stale } : {}),
        ...(unavailable.length > 0 ? { unavailable } : {}),
        ...(searching.length > 0 ? { searching } : {}),
        ...(partial.length > 0 ? { partial } : {}),
        ...(unserved.length > 0 ? { unserved } : {}),
        source: page.sources.join(', '),
      }
    },
  }
}
