import { type GuideWallet, guideWallets } from '../../features/guide.js'
import { browserName, isPhone } from '../../lib/platform.js'

/** Where this wallet is got on this device. */
export type Store = { readonly kind: 'extension' | 'app' | 'site'; readonly url: string }

type Device = { readonly phone: boolean; readonly ios: boolean; readonly browser: ReturnType<typeof browserName> }

/** The device that this runs on. */
export function thisDevice(): Device {
  return { phone: isPhone(), ios: /iPhone|iPad|iPod/.test(navigator.userAgent), browser: browserName() }
}

/** The store for a device: the extension of its browser, the app of its phone, else the maker's own page. */
export function storeFor(wallet: GuideWallet, { phone, ios, browser }: Device): Store {
  const app = ios ? wallet.ios : wallet.android
  if (phone && app) return { kind: 'app', url: app }
  const extension = browser === 'Firefox' ? wallet.firefox : browser === 'Safari' || phone ? undefined : wallet.chrome
  return extension ? { kind: 'extension', url: extension } : { kind: 'site', url: wallet.homepage }
}

/** The wallets, split into what can be installed right here and the rest. */
export function suited(device: Device = thisDevice()): { good: readonly GuideWallet[]; others: readonly GuideWallet[] } {
  const fits = (wallet: GuideWallet) => storeFor(wallet, device).kind !== 'site'
  return { good: guideWallets.filter(fits), others: guideWallets.filter((wallet) => !fits(wallet)) }
}
