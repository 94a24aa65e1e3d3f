import { BlockList, isIP } from 'node:net'

/** Special-purpose IPv4 ranges (IANA registry): this network, private, shared, loopback, link-local, documentation, tests, multicast, reserved. */
const special4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** Within global unicast: what carries an IPv4 address or leads elsewhere (Teredo, 6to4), benchmarks, documentation. */
const special6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

const refused4 = new BlockList()
for (const [net, prefix] of special4) refused4.addSubnet(net, prefix, 'ipv4')
const refused6 = new BlockList()
for (const [net, prefix] of special6) refused6.addSubnet(net, prefix, 'ipv6')
/** The only range of IPv6 from which public hosts have addresses. Mapped, translated, private and link-local ones lie outside. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/**
 * Tells whether an address belongs to the public internet, so that a request to it cannot reach our own network or the host's metadata
 * service.
 *
 * @param address IPv4 or IPv6 literal without brackets
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  // A zone (`fe80::1%eth0`) names an interface of this host.
  if (family === 0 || address.includes('%')) return false
  if (family === 4) return !refused4.check(address, 'ipv4')
  return global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6')
}
