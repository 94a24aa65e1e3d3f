import type { Network } from '@latchkey/protocol'

/**
 * The address on the network's block explorer (EIP-3091: `/address/{address}`, `/tx/{hash}`).
 *
 * @param kind what the address is of
 * @returns undefined for a network without an explorer, or one whose address is not a web address
 */
export function explorerLink(
  network: Network | undefined,
  address: string,
  kind: 'address' | 'token' | 'tx' = 'address',
): string | undefined {
  const explorers = network?.blockExplorers
  const base = (explorers?.default ?? Object.values(explorers ?? {})[0])?.url
  if (!base || !URL.canParse(base)) return undefined
  const url = new URL(base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${kind}/${encodeURIComponent(address)}`
  return url.href
}
