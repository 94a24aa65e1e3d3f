/** An origin taken apart. `port` is always a number: the scheme's own when none is written. */
export type Origin = { readonly scheme: 'http' | 'https'; readonly host: string; readonly port: number; readonly ip: boolean }

/** One entry of a project's list, `[scheme://]host[:port]`. What is undefined matches anything. */
export type OriginPattern = {
  readonly scheme?: 'http' | 'https'
  /** Labels from left to right, `*` being exactly one whole label; or one of the two families. */
  readonly host: readonly string[] | 'any-ip' | 'any-localhost'
  readonly port?: number
}

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/
const ipv6 = /^\[[0-9a-f:.]+\]$/
/** Letters, digits, hyphen and underscore only. The URL standard also allows `;`, `,` and `*` in hosts: in a header they would be syntax. */
const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/
const defaultPorts = { http: 80, https: 443 } as const

const isIp = (host: string) => ipv4.test(host) || ipv6.test(host)
const isHost = (host: string) => isIp(host) || host.split('.').every((part) => label.test(part))

/**
 * Takes an origin apart, exactly as a browser writes it (`location.origin`).
 *
 * @param text for example `https://shop.example.com:8443`
 * @returns null unless it is an http or https origin in canonical form: lower case, punycode, no user, no path, no default port, no trailing dot
 * @example parseOrigin('https://shop.example.com')?.host // 'shop.example.com'
 */
export function parseOrigin(text: string): Origin | null {
  if (text.length > 300 || !URL.canParse(text)) return null
  const url = new URL(text)
  const scheme = url.protocol === 'https:' ? 'https' : url.protocol === 'http:' ? 'http' : null
  if (!scheme || url.origin !== text || !isHost(url.hostname)) return null
  return { scheme, host: url.hostname, port: url.port === '' ? defaultPorts[scheme] : Number(url.port), ip: isIp(url.hostname) }
}

/** Host of a pattern in the form browsers use: lower case and punycode. Stars stay; null when it is no host. */
function canonicalHost(host: string): string | null {
  const labels = host.split('.')
  const probe = `http://${labels.map((part) => (part === '*' ? 'star' : part)).join('.')}/`
  if (!URL.canParse(probe)) return null
  const url = new URL(probe)
  if (url.username || url.port || url.pathname !== '/' || url.search || url.hash || !isHost(url.hostname)) return null
  if (!labels.includes('*')) return url.hostname
  const canonical = url.hostname.split('.')
  if (isIp(url.hostname) || canonical.length !== labels.length) return null
  return canonical.map((part, index) => (labels[index] === '*' ? '*' : part)).join('.')
}

/**
 * Reads one entry of an allow-list: `[scheme://]host[:port]`, where `*` as a label is exactly one whole label and `*` as a port is any.
 * `localhost` alone is localhost and every `*.localhost` on any port; `{ip}` is any IP literal.
 *
 * @returns the pattern, or the end of a sentence that says what is wrong
 * @example parsePattern('https://*.example.com') // { scheme: 'https', host: ['*', 'example', 'com'] }
 */
export function parsePattern(text: string): OriginPattern | string {
  const match = /^(?:([a-z]+):\/\/)?(\[[^\]]*\]|[^/:?#@\\\s]+)(?::(\d{1,5}|\*))?$/i.exec(text)
  if (!match) return 'must be an origin such as https://*.example.com:8443 (scheme and port may be left out).'
  const [, scheme, host = '', port] = match.map((part) => part?.toLowerCase())
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return 'must have the scheme http or https.'
  if (port !== undefined && port !== '*' && (Number(port) < 1 || Number(port) > 65_535)) return 'must have a port from 1 to 65535, or *.'
  const rest = {
    ...(scheme === undefined ? {} : { scheme: scheme as 'http' | 'https' }),
    ...(port === undefined || port === '*' ? {} : { port: Number(port) }),
  }
  if (host === '{ip}') return { ...rest, host: 'any-ip' }
  if (text.toLowerCase() === 'localhost') return { host: 'any-localhost' }
  if (host.split('.').some((part) => part.includes('*') && part !== '*')) return 'may use * only as one whole label, as in *.example.com.'
  const canonical = canonicalHost(host)
  if (canonical === null) return 'must have a valid hostname.'
  const labels = isIp(canonical) ? [canonical] : canonical.split('.')
  if (labels.every((part) => part === '*')) return 'must name a host; * alone would allow every site of one label.'
  return { ...rest, host: labels }
}

function hostMatches(pattern: OriginPattern['host'], origin: Origin): boolean {
  if (pattern === 'any-ip') return origin.ip
  if (pattern === 'any-localhost') return origin.host === 'localhost' || origin.host.endsWith('.localhost')
  if (origin.ip) return pattern.length === 1 && pattern[0] === origin.host
  const labels = origin.host.split('.')
  return labels.length === pattern.length && pattern.every((part, index) => part === '*' || part === labels[index])
}

/**
 * Tells whether one pattern allows an origin. Scheme and port must match when the pattern gives them.
 *
 * @example matchesPattern({ host: ['example', 'com'] }, { scheme: 'https', host: 'example.com', port: 443, ip: false }) // true
 */
export function matchesPattern(pattern: OriginPattern, origin: Origin): boolean {
  if (pattern.scheme !== undefined && pattern.scheme !== origin.scheme) return false
  if (pattern.port !== undefined && pattern.port !== origin.port) return false
  return hostMatches(pattern.host, origin)
}

const parseAll = (patterns: readonly string[]) =>
  patterns.map(parsePattern).filter((pattern): pattern is OriginPattern => typeof pattern !== 'string')

/** Allowed for every project that is not in production mode. */
export const developmentOrigins: readonly string[] = [
  'localhost',
  '{ip}',
  '*.pages.dev',
  '*.vercel.app',
  '*.ngrok-free.app',
  '*.ngrok.app',
  '*.ngrok.io',
]
const developmentPatterns = /*#__PURE__*/ parseAll(developmentOrigins)

/** Answers for one project: `registered` when its own list allows the origin, `development` when only the built-in list does. */
export type OriginMatcher = (origin: string) => 'registered' | 'development' | null

/**
 * Compiles a project's list once, so that a check parses one URL and compares labels.
 *
 * @param origins the project's own patterns; empty means the development origins only
 * @param mode `production` drops the development origins
 * @example originMatcher(['https://shop.example.com'], 'production')('https://shop.example.com') // 'registered'
 */
export function originMatcher(origins: readonly string[], mode: 'development' | 'production'): OriginMatcher {
  const own = parseAll(origins)
  return (text) => {
    const origin = parseOrigin(text)
    if (!origin) return null
    if (own.some((pattern) => matchesPattern(pattern, origin))) return 'registered'
    return mode === 'development' && developmentPatterns.some((pattern) => matchesPattern(pattern, origin)) ? 'development' : null
  }
}
