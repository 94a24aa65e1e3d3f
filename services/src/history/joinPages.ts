import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import { inTime } from '../http/inTime.js'
import { BadCursor, type HistoryProvider, type HistoryQuestion, type ProviderPage, type Transaction } from './historyProvider.js'

/** A provider and the chains that it is asked for, and how far its history was told. */
type Part = {
  readonly provider: HistoryProvider
  readonly chains: readonly Chain[]
  readonly cursor?: string | undefined
  /** Milliseconds: of the page at the cursor, what happened then or later was told. */
  readonly before?: number | undefined
}
type Asked = { readonly part: Part; readonly transactions: readonly Transaction[]; readonly next: string | null }
type Joined = {
  readonly transactions: readonly Transaction[]
  readonly next: string | null
  /** Chains that no provider serves. */
  readonly unserved: readonly Chain[]
  /** Chains that nobody tells about at the moment. In the middle, the next page asks for them again. */
  readonly unavailable: readonly Chain[]
  /** Chains of which newer transactions may be missing. */
  readonly old: readonly Chain[]
  /** Chains of which older transactions may be missing. */
  readonly searching: readonly Chain[]
  /** Chains of which coins that others sent long ago are missing for good. */
  readonly partial: readonly Chain[]
  readonly sources: readonly string[]
}

const written = z.array(z.tuple([z.string(), z.array(z.string()), z.string().nullable(), z.number().nullable()])).min(1)

const writeParts = (parts: readonly Part[]): string | null =>
  parts.length === 0
    ? null
    : Buffer.from(
        JSON.stringify(
          parts.map(({ provider, chains, cursor, before }) => [
            provider.name,
            chains.map(({ caipNetworkId }) => caipNetworkId),
            cursor ?? null,
            before ?? null,
          ]),
        ),
      ).toString('base64url')

function readParts(text: string, providers: readonly HistoryProvider[], chains: readonly Chain[]): Part[] {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw new BadCursor('Not a cursor.')
  }
  const parsed = written.safeParse(value)
  if (!parsed.success) throw new BadCursor('Not a cursor.')
  // We write each chain once. Somebody else's text must not have one request ask the same a hundred times.
  const told = parsed.data.flatMap(([, ids]) => ids)
  if (new Set(told).size !== told.length) throw new BadCursor('Not a cursor.')
  return parsed.data.map(([name, ids, cursor, before]) => {
    const provider = providers.find(
      (one) => one.name === name && chains.some((chain) => ids.includes(chain.caipNetworkId) && one.serves(chain)),
    )
    const served = chains.filter((chain) => ids.includes(chain.caipNetworkId) && provider?.serves(chain))
    if (!provider || served.length !== ids.length || (served.length > 1 && !provider.isTogether)) throw new BadCursor('Not a cursor.')
    return { provider, chains: served, cursor: cursor ?? undefined, before: before ?? undefined }
  })
}

/** Each chain with the first provider that serves it; chains that nobody serves are left out. */
function partsOf(chains: readonly Chain[], providers: readonly HistoryProvider[]): Part[] {
  const [provider, ...others] = providers
  if (!provider || chains.length === 0) return []
  const served = chains.filter(provider.serves)
  const rest = chains.filter((chain) => !served.includes(chain))
  const own = provider.isTogether
    ? served.length > 0
      ? [{ provider, chains: served }]
      : []
    : served.map((chain) => ({ provider, chains: [chain] }))
  return [...own, ...partsOf(rest, others)]
}

/**
 * One page of what several providers tell, the newest first. A page ends where the first of theirs does: beyond it, that one may know of something
 * in between. Of the others, the rest is told with the next page.
 *
 * @param providers best first; when one fails at the first page, the next one that serves its chains is asked
 * @param onFailed hears of every provider that failed
 * @throws BadCursor
 */
export async function joinPages(
  providers: readonly HistoryProvider[],
  { chains, address, cursor, signalOf }: Omit<HistoryQuestion, 'signal'> & { readonly signalOf: () => AbortSignal },
  onFailed: (provider: HistoryProvider, error: unknown) => void,
): Promise<Joined> {
  const unavailable: Chain[] = []
  /** Places at which nobody answered. */
  const missed: Part[] = []
  const old: Chain[] = []
  const searching: Chain[] = []
  const partial: Chain[] = []
  /** The next providers of chains about which one said nothing. In the middle nobody else knows its place, which is kept. */
  const askOthers = async (part: Part, silent: readonly Chain[]): Promise<readonly Asked[]> => {
    const isFirst = part.cursor === undefined && part.before === undefined
    if (!isFirst && silent.length > 0) missed.push({ ...part, chains: silent })
    const instead = isFirst ? partsOf(silent, providers.slice(providers.indexOf(part.provider) + 1)) : []
    unavailable.push(...silent.filter((chain) => !instead.some((other) => other.chains.includes(chain))))
    return (await Promise.all(instead.map(ask))).flat()
  }
  const ask = async (part: Part): Promise<readonly Asked[]> => {
    let page: ProviderPage
    try {
      const question = { chains: part.chains, address, cursor: part.cursor, signal: signalOf() }
      page = await inTime(part.provider.pageOf(question), question.signal)
    } catch (error) {
      if (error instanceof BadCursor) throw error
      onFailed(part.provider, error)
      return askOthers(part, part.chains)
    }
    const { transactions, next, silent = [] } = page
    old.push(...(page.old ?? []))
    searching.push(...(page.searching ?? []))
    partial.push(...(page.partial ?? []))
    const chains = part.chains.filter((chain) => !silent.includes(chain))
    const { before = Number.POSITIVE_INFINITY } = part
    const own: Asked[] =
      chains.length > 0 ? [{ part: { ...part, chains }, transactions: transactions.filter(({ at }) => at < before), next }] : []
    return [...own, ...(await askOthers(part, silent))]
  }

  const parts = cursor === undefined ? partsOf(chains, providers) : readParts(cursor, providers, chains)
  const asked = (await Promise.all(parts.map(ask))).flat()
  const ends = asked.flatMap(({ transactions, next }) =>
    next === null || transactions.length === 0 ? [] : Math.min(...transactions.map(({ at }) => at)),
  )
  const end = Math.max(...ends, Number.NEGATIVE_INFINITY)
  const told = asked.flatMap(({ transactions }) => transactions.filter(({ at }) => at >= end))
  const left = asked.flatMap(({ part, transactions, next }): Part[] => {
    if (transactions.some(({ at }) => at < end)) return [{ ...part, before: end }]
    return next === null ? [] : [{ provider: part.provider, chains: part.chains, cursor: next }]
  })
  return {
    // What one provider tells is in its own order, in which pending ones come first.
    transactions: asked.length > 1 ? told.sort((a, b) => b.at - a.at) : told,
    next: writeParts([...left, ...missed]),
    unserved: chains.filter((chain) => !providers.some(({ serves }) => serves(chain))),
    unavailable,
    old,
    searching,
    partial,
    sources: [...new Set(asked.map(({ part }) => part.provider.name))],
  }
}
