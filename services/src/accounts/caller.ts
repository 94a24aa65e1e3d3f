import type { Caller } from './accountsContext.js'

/** What is kept where no address is known. */
const nowhere = 'unknown'

/** The client's network: what may be kept about where somebody was. `203.0.113.0/24`, or the /48 of IPv6. */
export function networkOf(ip: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(ip)) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  if (ip.includes(':')) return `${ip.split(':').slice(0, 3).join(':')}::/48`
  return nowhere
}

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const find = (list: readonly (readonly [RegExp, string])[], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** The name of a browser for users. The result has only our own words, whatever the header says. */
export function browserOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512)
  const system = find(systems, text)
  return [find(browsers, text) ?? 'A browser', system].filter(Boolean).join(' on ')
}

/** Who asks, by the connection's address and the browser's header. */
export const callerOf = (ip: string, userAgent: string | undefined): Caller => ({
  ip,
  network: networkOf(ip),
  browser: browserOf(userAgent),
})

const familyOf = (browser: string) => browser.split(' on ')[0]

/** Whether two callers may be the same user in the same place: the same network, and the same kind of browser. */
export const samePlace = (one: Omit<Caller, 'ip'>, other: Omit<Caller, 'ip'>): boolean =>
  one.network === other.network && one.network !== nowhere && familyOf(one.browser) === familyOf(other.browser)
