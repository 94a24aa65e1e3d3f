/** What a directory tells about a wallet's links. */
export type WalletLinks = {
  readonly mobile_link?: string | null
  readonly desktop_link?: string | null
  readonly webapp_link?: string | null
  /** Some wallets have both an app scheme and a universal link. */
  readonly link_mode?: string | null
}

export type LinkEnvironment = { readonly isAndroid: boolean; readonly isTelegram: boolean }

/** A link to open, and what to remember for the wallet's later requests. */
export type WalletLink = { readonly href: string; readonly base: string }

const web = /^https?:\/\//i
/** A scheme by RFC 3986. `javascript:` and the like would run in our own origin. */
const scheme = /^[a-z][a-z0-9+.-]*:/i
const dangerous = /^(javascript|data|vbscript|blob|file|about):/i

const slashed = (url: string) => (url.endsWith('/') ? url : `${url}/`)

/** Telegram on Android decodes a link once before it opens it. */
const encodeUri = (uri: string, { isAndroid, isTelegram }: LinkEnvironment) =>
  encodeURIComponent(isAndroid && isTelegram ? encodeURIComponent(uri) : uri)

/**
 * Opens an app by its own scheme: `scheme://wc?uri=<encoded>`. A link without `://` is completed.
 *
 * @param link for example `metamask://`, `metamask:` or `metamask`
 * @returns undefined for a link that is no app scheme
 */
export function nativeLink(link: string, uri: string, environment: LinkEnvironment): WalletLink | undefined {
  if (web.test(link)) return universalLink(link, uri, environment)
  const completed = link.includes('://') ? link : `${link.replaceAll('/', '').replaceAll(':', '')}://`
  if (!scheme.test(completed) || dangerous.test(completed)) return undefined
  const base = slashed(completed)
  return { href: `${base}wc?uri=${encodeUri(uri, environment)}`, base }
}

/**
 * Opens an app by a web address: `https://…/wc?uri=<encoded>`.
 *
 * @returns undefined for anything but an http or https address
 */
export function universalLink(link: string, uri: string, environment: LinkEnvironment): WalletLink | undefined {
  if (!web.test(link) || !URL.canParse(link)) return undefined
  const base = slashed(link)
  return { href: `${base}wc?uri=${encodeUri(uri, environment)}`, base }
}

/**
 * The link of a wallet on a phone. The universal one is preferred where there is one: it also works without the app. Telegram opens no app
 * schemes, so that even a web app is better there.
 *
 * @returns undefined when the wallet has no link that works here
 */
export function mobileLink(wallet: WalletLinks, uri: string, environment: LinkEnvironment): WalletLink | undefined {
  const universal = wallet.link_mode ? universalLink(wallet.link_mode, uri, environment) : undefined
  const native = wallet.mobile_link ? nativeLink(wallet.mobile_link, uri, environment) : undefined
  const page = webAppLink(wallet, uri, environment)
  return universal ?? (environment.isTelegram ? (page ?? native) : (native ?? page))
}

/** The link of a wallet's desktop app. */
export function desktopLink(wallet: WalletLinks, uri: string, environment: LinkEnvironment): WalletLink | undefined {
  return wallet.desktop_link ? nativeLink(wallet.desktop_link, uri, environment) : undefined
}

/** The link of a wallet that lives in a web page: `webapp_link/wc?uri=`. */
export function webAppLink(wallet: WalletLinks, uri: string, environment: LinkEnvironment): WalletLink | undefined {
  return wallet.webapp_link ? universalLink(wallet.webapp_link, uri, environment) : undefined
}

/**
 * Brings the wallet to the front for a request it already has.
 *
 * @param base what was remembered when the wallet was opened for pairing
 */
export function requestLink(base: string, request: { readonly id: number; readonly topic: string }): string {
  const query = `requestId=${request.id}&sessionTopic=${request.topic}`
  if (!base.startsWith('https://t.me')) return `${slashed(base)}wc?${query}`
  const payload = btoa(query).replaceAll('=', '')
  const link = base.replace(/\/$/, '')
  return `${link}${link.includes('?') ? '&' : '?'}startapp=${payload}`
}
