import dns from 'node:dns'

/** Names under `.localhost` are this machine (RFC 6761). Browsers know that; many systems' resolvers do not. */
export function resolveLocalhostNames(): void {
  const original = dns.lookup
  const patched = (hostname: string, ...rest: unknown[]) =>
    Reflect.apply(original, dns, [/\.localhost$/i.test(hostname) ? '127.0.0.1' : hostname, ...rest])
  Object.assign(dns, { lookup: Object.assign(patched, original) })
}
