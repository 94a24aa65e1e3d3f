import { type GuideWallet, guideWallets } from '../../features/connect/guide.js'
import type { MessageId } from '../../lib/i18n.js'
import { browserName, isPhone } from '../../lib/platform.js'
import links from './links.json'

/** Where a wallet is got, and why it may suit a newcomer. The addresses are its maker's own and the stores'. */
export type WalletLinks = {
  readonly homepage: string
  readonly chrome?: string
  readonly firefox?: string
  readonly ios?: string
  readonly android?: string
  readonly why: MessageId
}

/** The links of one of the guide's wallets. */
export function linksOf(wallet: Pick<GuideWallet, 'id'>): WalletLinks {
  return (links as Readonly<Record<string, unknown>>)[wallet.id] as WalletLinks
}

/** Where this wallet is got on this device. */
export type Store = { readonly kind: 'extension' | 'app' | 'site'; readonly url: string }

type Device = { readonly phone: boolean; readonly ios: boolean; readonly browser: ReturnType<typeof browserName> }

/** The device that this runs on. */
export function thisDevice(): Device {
  return { phone: isPhone(), ios: /iPhone|iPad|iPod/.test(navigator.userAgent), browser: browserName() }
}

/** The store for a device: the extension of its browser, the app of its phone, else the maker's own page. */
export function storeFor(wallet: WalletLinks, { phone, ios, browser }: Device): Store {
  const app = ios ? wallet.ios : wallet.android
  if (phone && app) return { kind: 'app', url: app }
  const extension = browser === 'Firefox' ? wallet.firefox : browser === 'Safari' || phone ? undefined : wallet.chrome
  return extension ? { kind: 'extension', url: extension } : { kind: 'site', url: wallet.homepage }
}

/** The wallets, split into what can be installed right here and the rest. */
export function suited(device: Device = thisDevice()): { good: readonly GuideWallet[]; others: readonly GuideWallet[] } {
  const fits = (wallet: GuideWallet) => storeFor(linksOf(wallet), device).kind !== 'site'
  return { good: guideWallets.filter(fits), others: guideWallets.filter((wallet) => !fits(wallet)) }
}
