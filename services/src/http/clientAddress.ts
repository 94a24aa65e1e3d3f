/** IPv6 clients own a whole /64, so counting single addresses would count nothing. */
function bucketOf(address: string): string {
  const ip = address.startsWith('::ffff:') ? address.slice(7) : address
  return ip.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip
}

/**
 * The address to count a client by.
 *
 * @param socket address of the connection
 * @param forwarded the `X-Forwarded-For` header; each trusted proxy appended the address it saw
 * @param trustedProxies how many proxies of the operator stand in front; 0 ignores the header, because anybody may send it
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, trustedProxies: number): string {
  if (trustedProxies > 0 && forwarded) {
    const hops = forwarded.split(',').map((part) => part.trim())
    const hop = hops[Math.max(0, hops.length - trustedProxies)]
    if (hop) return bucketOf(hop)
  }
  return bucketOf(socket ?? 'unknown')
}
