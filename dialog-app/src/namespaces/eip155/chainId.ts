import type { CaipNetworkId, Network } from '@latchkey/protocol'

/**
 * A chain id as wallets write it: hex by EIP-695, a number or decimal text by older ones.
 *
 * @returns the CAIP-2 id, or undefined for anything that is no positive integer
 */
export function readChainId(value: unknown): CaipNetworkId | undefined {
  const isText = typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value)
  if (!isText && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** The chain id as EIP-3326 and EIP-3085 want it: hex without leading zeros. */
export function toHexChainId({ caipNetworkId }: Pick<Network, 'caipNetworkId'>): string {
  return `0x${Number(caipNetworkId.slice('eip155:'.length)).toString(16)}`
}
