import { type CaipNetworkId, namespaceOf } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { type EmbeddedWallet, embeddedId } from '../../wallets/embedded/index.js'
import { emit } from '../events/dialogEvents.js'
import { applyNetwork } from '../session/session.js'

/** The wallet is on another network. */
export function followChain(dialog: Dialog, wallet: EmbeddedWallet, networkId: CaipNetworkId): void {
  const namespace = namespaceOf(networkId)
  if (findConnection(namespace, embeddedId, sessionStore(dialog).getState())) {
    applyNetwork(dialog, namespace, networkId, embeddedId)
    emit(dialog, 'networkChanged')
  }
  wallet.emit({ namespace, event: 'chainChanged', data: networkId })
}
