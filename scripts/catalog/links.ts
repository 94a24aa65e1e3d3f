/** Parameters that tell a shop who sent the visitor: nobody's business. */
const tracking = /^(?:utm_\w+|referrer|pt|ct|mt|ref|source)$/

const stores = {
  appStore: /^(?:apps|itunes|testflight)\.apple\.com$/,
  playStore: /^play\.google\.com$/,
  chromeStore: /^(?:chromewebstore\.google\.com|chrome\.google\.com)$/,
  firefoxStore: /^addons\.mozilla\.org$/,
} as const
const anyStore = (host: string) => Object.values(stores).some((store) => store.test(host))

/** An https URL without tracking parameters, or undefined. */
export function webLink(link: string | undefined): URL | undefined {
  if (!link || !URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.protocol !== 'https:' || url.username || url.port) return undefined
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  url.hash = ''
  return url
}

/** A shop's page, when the link really leads to that shop. */
export function storeLink(store: keyof typeof stores, link: string | undefined): string | null {
  const url = webLink(link)
  return url && stores[store].test(url.hostname) && url.pathname.length > 1 ? url.href : null
}

/** The wallet's own page. */
export function homepageOf(link: string | undefined): string | null {
  const url = webLink(link)
  return url && !anyStore(url.hostname) ? url.href : null
}

/**
 * An app link to which `wc?uri=…` can be appended, such as `trust://`.
 *
 * @returns null for web addresses, for schemes that no single wallet owns, and for links that end within a query
 */
export function appLink(link: string | undefined): string | null {
  const match = /^([a-z][a-z0-9+.-]*):\/{0,2}([^\s?#=,:*]*)$/i.exec(link ?? '')
  const [, scheme = '', rest = ''] = match ?? []
  if (!scheme || /^(?:https?|wc|javascript|data|file|about|blob|intent|mailto|tel|sms|ws|wss|ftp|chrome|view-source|myapp)$/i.test(scheme))
    return null
  return `${scheme}://${rest.replace(/(?:\/?\bwc)?\/*$/, '')}`
}

/**
 * A web address to which `/wc?uri=…` can be appended. A wallet's homepage is none: it would open a brochure, not the wallet.
 */
export function pairingBase(link: string | undefined, homepage: string | null): string | null {
  const url = webLink(link)
  if (!url || url.search || anyStore(url.hostname)) return null
  // Files, shop windows and search engines, which some makers gave instead of a link.
  if (/\*|\.well-known|app-site-association|\.html?$|\/download$/.test(url.pathname) || /^(?:www\.)?google\.com$/.test(url.hostname))
    return null
  const base = url.href.replace(/(?:\/wc)*\/*$/, '')
  return homepage !== null && base === homepage.replace(/\/*$/, '') ? null : base
}
