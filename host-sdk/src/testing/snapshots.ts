import type { CaipNetworkId, Snapshot } from '@latchkey/protocol'
import { emptySnapshot } from '@latchkey/protocol'

export const address = '0x00000000000000000000000000000000000000Aa'

/** A snapshot of a page that is connected to the wallet `a.wallet`. */
export function connectedSnapshot(
  seq: number,
  change: { readonly networkId?: CaipNetworkId; readonly addresses?: readonly string[] } = {},
): Snapshot {
  const { networkId = 'eip155:1', addresses = [address] } = change
  return {
    ...emptySnapshot,
    seq,
    status: 'connected',
    activeNamespace: 'eip155',
    selectedNetworkId: networkId,
    accounts: { eip155: addresses.map((each) => ({ namespace: 'eip155', address: each, type: 'eoa' })) },
    networkIds: { eip155: networkId },
    wallets: { eip155: { id: 'a.wallet', name: 'A', kind: 'host' } },
  }
}
