/* What every HTTP answer needs: the client's address, limits by it, bodies within bounds, validators. */

/** The first four groups of an IPv6 address: a client owns a whole /64, so counting single addresses would count nothing. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Some proxies write a port behind the address: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (address: string) => /^\[([^\]]+)\]/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')

const isPlain = /^\d+\.\d+\.\d+\.\d+$/

/**
 * The address of a client.
 *
 * @param socket address of the connection
 * @param forwarded the `X-Forwarded-For` header; each trusted proxy appended the address it saw
 * @param trustedProxies how many proxies of the operator stand in front; 0 ignores the header, because anybody may send it
 */
export function wholeClientAddress(socket: string | undefined, forwarded: string | undefined, trustedProxies: number): string {
  const hops = trustedProxies > 0 && forwarded ? forwarded.split(',').map((part) => part.trim()) : []
  const address = hops[Math.max(0, hops.length - trustedProxies)] || (socket ?? 'unknown')
  return isPlain.test(address) ? address : withoutPort(address).replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The address to count a client by: as {@link wholeClientAddress}, and of IPv6 the network alone. */
export function clientAddress(...parameters: Parameters<typeof wholeClientAddress>): string {
  const address = wholeClientAddress(...parameters)
  return address.includes(':') ? networkOf(address.toLowerCase()) : address
}
