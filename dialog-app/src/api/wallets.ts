import { type CaipNetworkId, isNamespaceId, limits, type NamespaceId } from '@latchkey/protocol'
import { type WalletListing, walletListing } from '@latchkey/protocol/schemas/directory'
import type { Dialog } from '../lib/dialog.js'
import { z } from '../lib/schema.js'
import { apiUrl, request } from './http.js'

/** What of a wallet's entry is handed on as it is. Links are bases that a pairing is appended to. */
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
] as const satisfies readonly (keyof WalletListing)[]

/** A wallet of the directory, as far as the dialog uses it. */
export type ListedWallet = {
  readonly id: string
  readonly name: string
  /** URL at our own API. */
  readonly icon?: string
  /** The directory's own badge; nothing else may claim it. */
  readonly certified: boolean
  readonly namespaces: readonly NamespaceId[]
  readonly walletConnect: boolean
  /** Only its name is known so far, and the beginning of its id. */
  readonly named?: true
  /** Another wallet's app may open its link. */
  readonly ambiguous?: boolean
} & { readonly [Name in (typeof linkNames)[number]]?: string }

/** A wallet's name, the beginning of its id, and whether a phone can open it. */
export type WalletName = readonly [id: string, name: string, onPhone: number]

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
  /** Directory ids, or rdns: wallets that have one of them. */
  readonly include?: readonly string[]
  /** The same: wallets that have none of them. */
  readonly exclude?: readonly string[]
}

const names = z.object({ names: z.array(z.unknown()) })
// The library's own tuples would be a part of the first view, which has none.
const isName = (value: unknown): value is WalletName =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string' && typeof value[2] === 'number'
const answer = z.object({ data: z.array(z.unknown()), count: z.number().check(z.gte(0)) })

/** One wallet; undefined for an entry that cannot be read. */
function readWallet(dialog: Dialog, value: unknown): ListedWallet | undefined {
  const read = walletListing.safeParse(value)
  if (!read.success) return undefined
  const { id, name, image_id, badge_type, chains, supports_wc, ambiguous } = read.data
  const links = linkNames.flatMap((key) => {
    const text = read.data[key]
    return text ? [[key, text] as const] : []
  })
  return {
    id,
    name,
    ...(image_id ? { icon: apiUrl(dialog, `/getWalletImage/${encodeURIComponent(image_id)}`) } : {}),
    certified: badge_type === 'certified',
    namespaces: [...new Set(chains.map((chain) => chain.split(':')[0] ?? ''))].filter(isNamespaceId),
    walletConnect: supports_wc !== false,
    ...(ambiguous && { ambiguous }),
    ...Object.fromEntries(links),
  }
}

function readAnswer(dialog: Dialog, input: unknown): { readonly wallets: readonly ListedWallet[]; readonly count: number } {
  const { data, count } = answer.parse(input)
  return { wallets: data.flatMap((value) => readWallet(dialog, value) ?? []), count }
}

const directoryId = /^[0-9a-f]{64}$/
const list = (values: readonly string[] | undefined) => (values && values.length > 0 ? values.join(',') : undefined)

/** The filters of a query, as the API names them. */
const filters = ({ chains, include, exclude }: WalletsQuery) => ({
  chains: list(chains),
  include: list(include?.filter((id) => directoryId.test(id))),
  rdns: list(include?.filter((id) => !directoryId.test(id))),
  exclude: list(exclude),
})

/**
 * `GET /getWalletNames`: the names of all wallets that pass.
 *
 * @throws as `request`
 */
export function fetchWalletNames(dialog: Dialog, query: WalletsQuery): Promise<readonly WalletName[]> {
  return request(dialog, { path: '/getWalletNames', query: filters(query), schema: (input) => names.parse(input).names.filter(isName) })
}

/**
 * `GET /getWallets`: a page of the wallet directory.
 *
 * @returns the wallets that could be read, and how many match in all
 * @throws as `request`
 */
export function fetchWallets(dialog: Dialog, query: WalletsQuery, signal?: AbortSignal) {
  const { page = 1, entries = limits.walletPage, search, platform, certified } = query
  return request(dialog, {
    path: '/getWallets',
    query: {
      page,
      entries,
      search: search || undefined,
      platform,
      badge_type: certified ? 'certified' : undefined,
      ...filters(query),
    },
    schema: (input) => readAnswer(dialog, input),
    signal,
  })
}
