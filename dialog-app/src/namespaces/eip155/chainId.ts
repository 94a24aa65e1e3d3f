import { type CaipNetworkId, type Network, readProperty } from '@latchkey/protocol'

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

/**
 * The chain that the parameters of EIP-3326 and EIP-3085 name: hex text, as `eth_chainId` answers it.
 *
 * @returns undefined when they name none
 */
export function readTarget(params: unknown): CaipNetworkId | undefined {
  const chainId = readProperty(Array.isArray(params) ? params[0] : undefined, 'chainId')
  return typeof chainId === 'string' && /^0x/i.test(chainId) ? readChainId(chainId) : undefined
}

/** The chain id as EIP-3326 and EIP-3085 want it: hex without leading zeros. */
export function toHexChainId({ caipNetworkId }: Pick<Network, 'caipNetworkId'>): string {
  return `0x${Number(caipNetworkId.slice('eip155:'.length)).toString(16)}`
}
