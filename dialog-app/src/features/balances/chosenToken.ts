import type { CaipNetworkId, Options } from '@latchkey/protocol'

/** The ERC-20 token whose balance the page wants to be shown on a network: its address. Pure. */
export function chosenToken({ tokens }: Options, networkId: CaipNetworkId | null | undefined): string | undefined {
  const address = networkId ? tokens?.[networkId]?.address : undefined
  return address && /^0x[0-9a-f]{40}$/i.test(address) ? address : undefined
}
