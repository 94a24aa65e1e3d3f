import type { ListedWallet } from '../../api/wallets.js'
import { isPhone } from '../../lib/platform.js'

/** Ways to meet a wallet that is not in this browser. */
export type Way = 'phone' | 'qr' | 'browser' | 'desktop' | 'web'

/** What a wallet can do here, the best way first. Never empty. Pure. */
export function waysOf(wallet: ListedWallet, phone = isPhone()): readonly Way[] {
  const { walletConnect, mobile_link, link_mode, webapp_link, desktop_link, rdns, chrome_store, firefox_store } = wallet
  const extension = Boolean(rdns || chrome_store || firefox_store)
  const ways: Way[] = []
  if (walletConnect && phone && (mobile_link || link_mode || webapp_link)) ways.push('phone')
  if (walletConnect) ways.push('qr')
  if (!phone && extension) ways.push('browser')
  if (!phone && walletConnect && desktop_link) ways.push('desktop')
  // On a phone the app's own link leads to the web app too where there is no app.
  if (!phone && walletConnect && webapp_link) ways.push('web')
  return ways.length > 0 ? ways : ['browser']
}

/** Where a wallet can be got for this device; undefined when the directory does not know. */
export function placeToGet(
  wallet: ListedWallet,
  browser: string,
  phone = isPhone(),
): { readonly url: string; readonly store: boolean } | undefined {
  const { homepage, chrome_store, firefox_store } = wallet
  const store = phone ? undefined : browser === 'Firefox' ? firefox_store : chrome_store
  const url = store ?? homepage
  return url && /^https:\/\//i.test(url) ? { url, store: url === store } : undefined
}
