import type { CaipNetworkId, NamespaceId, SecureClientApi } from '@latchkey/protocol'
import { alerts, namespaceOf } from '@latchkey/protocol'
import { sessionStore } from '../../state/session.js'
import type { EmbeddedWallet } from '../../wallets/embedded/index.js'
import { showAlert } from '../alert.js'
import { applyNetwork, dropConnections } from '../session.js'
import { leaveAccountViews } from '../walletEvents.js'

/** Families that the embedded wallet serves now. */
function served(): readonly NamespaceId[] {
  const { connections } = sessionStore.getState()
  return (Object.keys(connections) as NamespaceId[]).filter((namespace) => connections[namespace]?.wallet.kind === 'embedded')
}

type SessionChange = Omit<Parameters<SecureClientApi['sessionChanged']>[0], 'seq'>

/** The login ended by itself: expired, revoked from elsewhere, signed out in another tab. */
export function followSession(wallet: EmbeddedWallet, { isConnected, reason }: SessionChange): void {
  const families = served()
  if (isConnected || families.length === 0) return
  for (const namespace of families) void wallet.disconnect(namespace)
  dropConnections(families)
  leaveAccountViews()
  if (reason === 'expired' || reason === 'revoked') showAlert({ title: alerts.sessionExpired, developer: false })
}

/** The wallet is on another network. */
export function followChain(wallet: EmbeddedWallet, networkId: CaipNetworkId): void {
  const namespace = namespaceOf(networkId)
  if (served().includes(namespace)) applyNetwork(namespace, networkId)
  wallet.emit({ namespace, event: 'chainChanged', data: networkId })
}
