/** How long ago, in words of the locale: "2 minutes ago". */
export function formatAge(at: number, now: number, locale: string): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  if (seconds < 60) return format.format(-seconds, 'second')
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), 'minute')
  return format.format(-Math.floor(seconds / 3600), 'hour')
}

/**
 * A hostname in two parts: what may be cut when there is no room, and the registrable domain, which never is. Without a list of public
 * suffixes the last three labels stand for it under a two-letter country with a short second label (`co.uk`), else the last two.
 */
export function splitHost(host: string): { readonly sub: string; readonly domain: string } {
  const labels = host.replace(/:\d+$/, '').split('.')
  if (/^[\d.]+(:\d+)?$/.test(host) || host.includes('[') || labels.length < 3) return { sub: '', domain: host }
  const country = (labels.at(-1)?.length ?? 0) === 2 && (labels.at(-2)?.length ?? 9) <= 3
  const count = country ? 3 : 2
  const domain = host.split('.').slice(-count).join('.')
  return { sub: host.slice(0, host.length - domain.length), domain }
}
