import type { CaipNetworkId, NamespaceId, SecureClientApi } from '@latchkey/protocol'
import { alerts, namespaceIds, namespaceOf } from '@latchkey/protocol'
import { findConnection } from '../../state/session.js'
import { type EmbeddedWallet, embeddedId } from '../../wallets/embedded/index.js'
import { showAlert } from '../alert.js'
import { guardNetwork } from '../guardNetwork.js'
import { applyNetwork, dropConnection } from '../session.js'
import { leaveAccountViews } from '../walletEvents.js'

/** Families that the embedded wallet is connected for. */
function served(): readonly NamespaceId[] {
  return namespaceIds.filter((namespace) => findConnection(namespace, embeddedId) !== undefined)
}

type SessionChange = Omit<Parameters<SecureClientApi['sessionChanged']>[0], 'seq'>

/** The login ended by itself: expired, revoked from elsewhere, signed out in another tab. */
export function followSession(wallet: EmbeddedWallet, { isConnected, reason }: SessionChange): void {
  if (isConnected) return
  // Also when it ended before it was resumed here.
  if (reason === 'expired' || reason === 'revoked') showAlert({ title: alerts.sessionExpired, developer: false })
  const families = served()
  if (families.length === 0) return
  for (const namespace of families) {
    void wallet.disconnect(namespace)
    dropConnection(namespace, embeddedId)
  }
  leaveAccountViews()
}

/** The wallet is on another network. */
export function followChain(wallet: EmbeddedWallet, networkId: CaipNetworkId): void {
  const namespace = namespaceOf(networkId)
  if (findConnection(namespace, embeddedId)) {
    applyNetwork(namespace, networkId, embeddedId)
    guardNetwork()
  }
  wallet.emit({ namespace, event: 'chainChanged', data: networkId })
}
