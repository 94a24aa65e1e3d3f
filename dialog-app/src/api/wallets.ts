import { type CaipNetworkId, isNamespaceId, limits, type NamespaceId } from '@latchkey/protocol'
import type { Schema } from '@latchkey/protocol/schemas'
import { z } from '../lib/schema.js'
import { apiUrl, request } from './http.js'

/** A wallet of the directory, as far as the dialog uses it. Links are bases that a pairing is appended to. */
export type ListedWallet = {
  readonly id: string
  readonly name: string
  /** URL at our own API. */
  readonly icon?: string
  readonly rdns?: string
  /** The directory's own badge; nothing else may claim it. */
  readonly certified: boolean
  readonly namespaces: readonly NamespaceId[]
  readonly walletConnect: boolean
  readonly homepage?: string
  readonly mobile_link?: string
  readonly link_mode?: string
  readonly desktop_link?: string
  readonly webapp_link?: string
  readonly app_store?: string
  readonly play_store?: string
  readonly chrome_store?: string
  readonly firefox_store?: string
}

export type Platform = 'ios' | 'android' | 'desktop' | 'web' | 'extension'

export type WalletsQuery = {
  /** From 1. */
  readonly page?: number
  readonly entries?: number
  readonly search?: string
  readonly platform?: Platform | undefined
  readonly certified?: boolean
  /** Wallets that can be used on one of these networks. */
  readonly chains?: readonly CaipNetworkId[]
  /** Directory ids, or rdns. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
}

const linkNames = [
  'rdns',
  'homepage',
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'app_store',
  'play_store',
  'chrome_store',
  'firefox_store',
] as const

const link = z.catch(z.nullish(z.string().check(z.maxLength(2_048))), undefined)
const entry = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  image_id: link,
  badge_type: link,
  chains: z.catch(z.array(z.string()), []),
  supports_wc: z.catch(z.optional(z.boolean()), undefined),
  ...(Object.fromEntries(linkNames.map((name) => [name, link])) as Record<(typeof linkNames)[number], typeof link>),
})
const answer = z.object({ data: z.array(z.unknown()), count: z.number().check(z.gte(0)) })

/** One wallet; undefined for an entry that cannot be read. */
function readWallet(value: unknown): ListedWallet | undefined {
  const read = entry.safeParse(value)
  if (!read.success) return undefined
  const { id, name, image_id, badge_type, chains, supports_wc } = read.data
  const links = linkNames.flatMap((key) => {
    const text = read.data[key]
    return text ? [[key, text] as const] : []
  })
  return {
    id,
    name,
    ...(image_id ? { icon: apiUrl(`/getWalletImage/${encodeURIComponent(image_id)}`) } : {}),
    certified: badge_type === 'certified',
    namespaces: [...new Set(chains.map((chain) => chain.split(':')[0] ?? ''))].filter(isNamespaceId),
    walletConnect: supports_wc !== false,
    ...Object.fromEntries(links),
  }
}

const schema: Schema<{ readonly wallets: readonly ListedWallet[]; readonly count: number }> = (input) => {
  const { data, count } = answer.parse(input)
  return { wallets: data.flatMap((value) => readWallet(value) ?? []), count }
}

const directoryId = /^[0-9a-f]{64}$/
const list = (values: readonly string[] | undefined) => (values && values.length > 0 ? values.join(',') : undefined)

/**
 * `GET /getWallets`: a page of the wallet directory.
 *
 * @returns the wallets that could be read, and how many match in all
 * @throws as `request`
 */
export function fetchWallets(query: WalletsQuery, signal?: AbortSignal) {
  const { page = 1, entries = limits.walletPage, search, platform, certified, chains, include, exclude } = query
  return request({
    path: '/getWallets',
    query: {
      page,
      entries,
      search: search || undefined,
      platform,
      badge_type: certified ? 'certified' : undefined,
      chains: list(chains),
      include: list(include?.filter((id) => directoryId.test(id))),
      rdns: list(include?.filter((id) => !directoryId.test(id))),
      exclude: list(exclude?.filter((id) => directoryId.test(id))),
    },
    schema,
    signal,
  })
}
