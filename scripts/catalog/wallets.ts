import { createHash } from 'node:crypto'
import excluded from './curated/excluded.json' with { type: 'json' }
import families from './curated/families.json' with { type: 'json' }
import ids from './curated/ids.json' with { type: 'json' }
import order from './curated/order.json' with { type: 'json' }
import type { Draft } from './draft.js'
import type { IconPack } from './iconPack.js'
import { appLink, homepageOf, pairingBase, storeLink } from './links.js'
import type { Group } from './merge.js'

/** A row of `services/catalog/wallets.json`. */
export type WalletRow = {
  readonly id: string
  readonly name: string
  readonly homepage: string | null
  readonly image_id: string | null
  readonly order?: number
  readonly mobile_link: string | null
  readonly desktop_link: string | null
  readonly webapp_link: string | null
  readonly link_mode: string | null
  readonly app_store: string | null
  readonly play_store: string | null
  readonly chrome_store: string | null
  readonly firefox_store: string | null
  readonly rdns: string | null
  readonly injected: readonly { readonly namespace: string; readonly injected_id: string }[]
  readonly chains: readonly string[]
  readonly supports_wc: boolean
  /** Packages that the row was made from. */
  readonly sources: readonly string[]
}

const lists = families.lists as Record<string, readonly string[]>
const curatedFamilies = families.wallets as Record<string, readonly string[]>

function chainsOf(name: string, drafts: readonly Draft[]): string[] {
  const found = curatedFamilies[name] ?? [...new Set(drafts.flatMap((draft) => draft.families))]
  const named = found.length > 0 ? found : ['eip155']
  return named.flatMap((family) => (family.includes(':') ? [family] : (lists[family] ?? [])))
}

/** The first source, in order of precedence, from which something usable comes. */
function first<T>(drafts: readonly Draft[], read: (draft: Draft) => T | null | undefined): T | null {
  for (const draft of drafts) {
    const value = read(draft)
    if (value !== null && value !== undefined && value !== '') return value
  }
  return null
}

/** Makes the row of one wallet, or null when nobody could get the wallet: no page, no shop, no link. */
export async function walletRow({ name, drafts }: Group, icons: IconPack): Promise<WalletRow | null> {
  if (Object.hasOwn(excluded.names, name) || drafts.some((draft) => Object.hasOwn(excluded.names, draft.name))) return null
  const homepage = first(drafts, (draft) => homepageOf(draft.homepage))
  const native = first(drafts, (draft) => appLink(draft.native))
  const universal = first(drafts, (draft) => pairingBase(draft.universal, homepage))
  const links = {
    mobile_link: native ?? universal,
    desktop_link: first(drafts, (draft) => appLink(draft.desktop)),
    webapp_link: first(drafts, (draft) => pairingBase(draft.webapp, homepage)),
    link_mode: universal,
  }
  const shops = {
    app_store: first(drafts, (draft) => storeLink('appStore', draft.appStore)),
    play_store: first(drafts, (draft) => storeLink('playStore', draft.playStore)),
    chrome_store: first(drafts, (draft) => storeLink('chromeStore', draft.chromeStore)),
    firefox_store: first(drafts, (draft) => storeLink('firefoxStore', draft.firefoxStore)),
  }
  if (homepage === null && [...Object.values(links), ...Object.values(shops)].every((link) => link === null)) return null
  const flags = [...new Set(drafts.flatMap(({ flag }) => (flag && /^is[A-Z]\w+$/.test(flag) ? [flag] : [])))]
  const place = order.wallets.findIndex((wallet) => wallet.name === name)
  return {
    id:
      (ids.wallets as Record<string, string>)[name] ??
      createHash('sha256')
        .update(`${name}${homepage ?? ''}`)
        .digest('hex'),
    name,
    homepage,
    image_id: await icons.addFirst(drafts.flatMap(({ icon }) => icon ?? [])),
    ...(place < 0 ? {} : { order: (place + 1) * 10 }),
    ...links,
    ...shops,
    rdns: first(drafts, ({ rdns }) => (rdns && /^[a-z][\w-]*(?:\.[\w-]+)+$/i.test(rdns) ? rdns : null)),
    injected: flags.map((flag) => ({ namespace: 'eip155', injected_id: flag })),
    chains: chainsOf(name, drafts),
    supports_wc: Object.values(links).some((link) => link !== null),
    sources: drafts.map(({ source }) => source),
  }
}
