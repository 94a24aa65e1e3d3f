import type { ListedWallet } from '../../api/wallets.js'
import type { MessageId } from '../../lib/i18n.js'
import { thisDevice } from './suited.js'

/** One place to get a wallet from. */
export type Place = { readonly kind: 'ios' | 'android' | 'chrome' | 'firefox' | 'site'; readonly url: string; readonly label: MessageId }

const isWeb = (url: string | undefined): url is string => url !== undefined && /^https:\/\//i.test(url)

/**
 * Where a wallet of the directory can be got, what suits this device first. Pure.
 *
 * @returns `here`: to install on this device; `phone`: a phone's stores, for a computer to show; `other`: everything else
 */
export function placesOf(
  { app_store, play_store, chrome_store, firefox_store, homepage }: ListedWallet,
  { phone, ios, browser }: ReturnType<typeof thisDevice> = thisDevice(),
): { readonly here: readonly Place[]; readonly phone: readonly Place[]; readonly other: readonly Place[] } {
  const place = (kind: Place['kind'], url: string | undefined, label: MessageId): readonly Place[] =>
    isWeb(url) ? [{ kind, url, label }] : []
  const apple = place('ios', app_store, 'guide.appStore')
  const google = place('android', play_store, 'guide.googlePlay')
  const chrome = place('chrome', chrome_store, 'get.chrome')
  const firefox = place('firefox', firefox_store, 'get.firefox')
  const site = place('site', homepage, 'guide.openSite')
  if (phone) return { here: ios ? apple : google, phone: [], other: [...(ios ? google : apple), ...site] }
  const own = browser === 'Firefox' ? firefox : browser === 'Safari' ? [] : chrome
  return { here: own, phone: [...apple, ...google], other: [...[...chrome, ...firefox].filter((one) => !own.includes(one)), ...site] }
}
