import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { metadataAddress, metadataProgram, readMetadata } from './metaplex.js'
import { listedTokens, shownText, type TokenFacts } from './tokenFacts.js'

export type SolanaName = Pick<TokenFacts, 'name' | 'symbol'>

/** What mints are called: those of the operator's list are left out, as the list decides. */
export type SolanaNames = (chain: Chain, mints: readonly string[]) => Promise<ReadonlyMap<string, SolanaName>>

/** Mints asked for in one call, each with its account of metadata: `getMultipleAccounts` takes a hundred. */
const mintsAtOnce = 50
/** Milliseconds after which a mint is asked anew: its name may be changed by who may change it. */
const keptFor = 3_600_000

const inMint = z.object({ extension: z.literal('tokenMetadata'), state: z.object({ name: z.string(), symbol: z.string() }) })
const parsed = z.object({ parsed: z.object({ info: z.object({ extensions: z.array(z.unknown()).optional() }) }) })
const bytes = z.tuple([z.base64(), z.literal('base64')])
const accounts = z.object({ value: z.array(z.object({ owner: z.string(), data: z.unknown() }).nullable()) })
type Account = z.infer<typeof accounts>['value'][number]

function nameInMint(account: Account | undefined): SolanaName | undefined {
  const extensions = parsed.safeParse(account?.data).data?.parsed.info.extensions ?? []
  return extensions.flatMap((extension) => inMint.safeParse(extension).data?.state ?? [])[0]
}

function nameBeside(account: Account | undefined, mint: string): SolanaName | undefined {
  const data = bytes.safeParse(account?.data).data
  return (account?.owner === metadataProgram && data && readMetadata(Buffer.from(data[0], 'base64'), mint)) || undefined
}

/** Names of mints from the chain: those that Token-2022 keeps in the mint itself, else those that Metaplex's program keeps beside it. */
export function solanaNames(ask: AskChain): SolanaNames {
  const kept = new LRUCache<string, SolanaName>({ max: 20_000, ttl: keptFor })
  return async (chain, mints) => {
    const keyOf = (mint: string) => `${chain.caipNetworkId} ${mint}`
    const listed = listedTokens(chain)
    const wanted = [...new Set(mints)].filter((mint) => !listed.has(mint))
    const unknown = wanted.filter((mint) => !kept.has(keyOf(mint)))
    const read = async (some: readonly string[]) => {
      const asked = some.flatMap((mint) => [mint, metadataAddress(mint)])
      const { value } = accounts.parse(await ask(chain.caipNetworkId, 'getMultipleAccounts', [asked, { encoding: 'jsonParsed' }]))
      for (const [index, mint] of some.entries()) {
        const { name, symbol } = nameInMint(value[index * 2]) ?? nameBeside(value[index * 2 + 1], mint) ?? { name: '', symbol: '' }
        kept.set(keyOf(mint), { name: shownText(name), symbol: shownText(symbol) })
      }
    }
    const parts = Array.from({ length: Math.ceil(unknown.length / mintsAtOnce) }, (_, index) =>
      unknown.slice(index * mintsAtOnce, (index + 1) * mintsAtOnce),
    )
    await Promise.all(parts.map(read))
    return new Map(wanted.flatMap((mint) => [[mint, kept.get(keyOf(mint)) ?? { name: '', symbol: '' }] as const]))
  }
}
