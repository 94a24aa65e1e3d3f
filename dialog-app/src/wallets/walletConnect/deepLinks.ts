/** What a directory tells about a wallet's links. */
export type WalletLinks = {
  readonly mobile_link?: string | null
  readonly desktop_link?: string | null
  readonly webapp_link?: string | null
  /** Some wallets have both an app scheme and a universal link. */
  readonly link_mode?: string | null
  readonly play_store?: string | null
}

export type LinkEnvironment = {
  readonly isAndroid: boolean
  readonly isTelegram: boolean
  /** The browser follows `intent:` addresses. Default: it does not. */
  readonly opensIntents?: boolean
}

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

const googlePlay = /^https:\/\/play\.google\.com\//

/**
 * The same app link as Android's browsers know it: without the app they open its page in the store, and not nothing.
 *
 * @see https://developer.chrome.com/docs/android/intents
 */
function intentLink({ href, base }: WalletLink, fallback: string): WalletLink {
  const scheme = href.slice(0, href.indexOf(':'))
  const rest = href.slice(scheme.length + 1).replace(/^\/\//, '')
  return { href: `intent://${rest}#Intent;scheme=${scheme};S.browser_fallback_url=${encodeURIComponent(fallback)};end`, base }
}

/** The app's own scheme, with the store behind it where the browser can do that. */
function appLink({ mobile_link, play_store }: WalletLinks, uri: string, environment: LinkEnvironment): WalletLink | undefined {
  const link = mobile_link ? nativeLink(mobile_link, uri, environment) : undefined
  if (!link || web.test(link.href) || !environment.opensIntents || environment.isTelegram) return link
  return play_store && googlePlay.test(play_store) ? intentLink(link, play_store) : link
}

/**
 * The link of a wallet on a phone. The universal one is preferred where there is one: it also works without the app. Telegram opens no app
 * schemes, so that even a web app is better there.
 *
 * @returns undefined when the wallet has no link that works here
 */
export function mobileLink(wallet: WalletLinks, uri: string, environment: LinkEnvironment): WalletLink | undefined {
  const universal = wallet.link_mode ? universalLink(wallet.link_mode, uri, environment) : undefined
  const native = appLink(wallet, uri, environment)
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
