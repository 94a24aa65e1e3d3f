import { isTrustworthy } from './isTrustworthy.js'
import type { Page } from './site.js'

export type Urls = { readonly dialog: string; readonly secure: string; readonly api: string; readonly app?: string }
type Policy = Readonly<Record<string, readonly string[]>>

/** Writes a policy. A directive without a value (`upgrade-insecure-requests`) has an empty list. */
const write = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

const isHttps = (url: string) => url.startsWith('https:')
const upgrade = (url: string): Policy => (isHttps(url) ? { 'upgrade-insecure-requests': [] } : {})

/** Nothing is allowed that is not named; no plug-ins, no `<base>`, no form targets. */
const closed: Policy = { 'default-src': ["'none'"], 'base-uri': ["'none'"], 'form-action': ["'none'"], 'object-src': ["'none'"] }

/** Headers of every document. Framing is ruled by `frame-ancestors`; `X-Frame-Options` could not express it. */
const common = (url: string | undefined): Record<string, string> => ({
  'cache-control': 'no-cache',
  // Elsewhere browsers only warn about it.
  ...(url && isTrustworthy(url) ? { 'origin-agent-cluster': '?1' } : {}),
  'x-content-type-options': 'nosniff',
  ...(url && isHttps(url) ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } : {}),
})

/** A page that isolates itself (COEP) can embed only documents that send both of these. */
const embeddable = { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'cross-origin' }

/** The dialog alone may use a camera, to scan a QR code. */
const permissions = (secure: string, camera: 'self' | '' = '') =>
  [
    `camera=(${camera})`,
    ...['microphone', 'geolocation', 'usb', 'payment'].map((name) => `${name}=()`),
    ...['clipboard-read', 'clipboard-write'].map((name) => `${name}=(self)`),
    ...['publickey-credentials-get', 'publickey-credentials-create'].map((name) => `${name}=(self "${secure}")`),
  ].join(', ')

/** Who may frame a document: the given origins, or nobody. */
const ancestors = (origins: readonly string[]) => (origins.length > 0 ? origins : ["'none'"])

/**
 * Headers of the dialog's documents.
 *
 * @param page the built document, for the hashes of its inline parts
 * @param framers exact origins that may frame it; none means nobody
 * @param more further servers: to talk to (the relay, RPC servers that the operator registered for the project), to take pictures and fonts from
 */
export function dialogHeaders(
  urls: Urls,
  page: Page,
  framers: readonly string[],
  more: { readonly connects?: readonly string[]; readonly images?: readonly string[]; readonly fonts?: readonly string[] } = {},
): Record<string, string> {
  const { connects = [], images = [], fonts = [] } = more
  return {
    ...common(urls.dialog),
    ...embeddable,
    'referrer-policy': 'strict-origin',
    'permissions-policy': permissions(urls.secure, 'self'),
    'content-security-policy': write({
      ...closed,
      'script-src': ["'self'", ...page.scripts],
      'style-src': ["'self'", ...page.styles],
      'img-src': ["'self'", 'data:', urls.api, ...images],
      'font-src': ["'self'", ...fonts],
      'connect-src': ["'self'", urls.api, ...connects],
      'frame-src': [urls.secure],
      'frame-ancestors': ancestors(framers),
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
      ...upgrade(urls.dialog),
    }),
  }
}

/**
 * Headers of the secure frame's documents: its own scripts and workers, one Trusted Types policy for the Worker's URL.
 *
 * @param framers every ancestor is checked by the browser: the dialog, and the page around it
 */
export function secureHeaders(urls: Urls, page: Page, framers: readonly string[]): Record<string, string> {
  return {
    ...common(urls.secure),
    ...embeddable,
    // What decides over keys is never an old copy, and no copy of whom it was for stays on a disk.
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'permissions-policy': permissions(urls.secure),
    'content-security-policy': write({
      ...closed,
      'script-src': ["'self'", ...page.scripts],
      'worker-src': ["'self'"],
      'style-src': ["'self'", ...page.styles],
      'img-src': ["'self'", 'data:'],
      'connect-src': [urls.api],
      'frame-src': ["'none'"],
      'frame-ancestors': ancestors(framers),
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['latchkey-worker'],
      ...upgrade(urls.secure),
    }),
  }
}

/** Headers of the secure frame's files. A Worker obeys the policy of its own script's answer, so each file says what the documents say. */
export function secureFileHeaders(urls: Urls): Record<string, string> {
  return {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': write({
      ...closed,
      'script-src': ["'self'"],
      'connect-src': [urls.api],
      'frame-ancestors': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
      ...upgrade(urls.secure),
    }),
  }
}

/**
 * Headers of the playground, which stands for a customer's site with a strict policy: what works there needs no exception anywhere.
 *
 * @param nodes origins of the local chains' nodes, which the test wallet asks directly
 */
export function appHeaders(urls: Urls, app: string, page: Page, nodes: readonly string[]): Record<string, string> {
  return {
    ...common(app),
    'referrer-policy': 'strict-origin',
    'content-security-policy': write({
      ...closed,
      'script-src': ["'self'", urls.dialog, ...page.scripts],
      'style-src': ["'self'", ...page.styles],
      'img-src': ["'self'", 'data:', urls.dialog, urls.api],
      'font-src': ["'self'"],
      'connect-src': ["'self'", urls.dialog, urls.api, ...nodes],
      'frame-src': [urls.dialog],
      'frame-ancestors': ["'none'"],
      ...upgrade(app),
    }),
  }
}

/** Headers of the documentation's pages, which are text and one style. */
export function docsHeaders(url: string, page: Page): Record<string, string> {
  return {
    ...common(url),
    'referrer-policy': 'no-referrer',
    'content-security-policy': write({
      ...closed,
      'style-src': page.styles,
      'img-src': ['data:'],
      'frame-ancestors': ancestors([]),
      ...upgrade(url),
    }),
  }
}

/**
 * Headers of plain sentences and other answers that are no documents of ours.
 *
 * @param url of the part that answers; left out where the request names none
 */
export function plainHeaders(url?: string): Record<string, string> {
  return {
    ...common(url),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'text/plain; charset=utf-8',
  }
}
