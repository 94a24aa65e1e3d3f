import { type CaipNetworkId, namespaceOf } from '@latchkey/protocol'
import { findConnection } from '../../state/session.js'
import { type EmbeddedWallet, embeddedId } from '../../wallets/embedded/index.js'
import { guardNetwork } from '../guardNetwork.js'
import { applyNetwork } from '../session.js'

/** The wallet is on another network. */
export function followChain(wallet: EmbeddedWallet, networkId: CaipNetworkId): void {
  const namespace = namespaceOf(networkId)
  if (findConnection(namespace, embeddedId)) {
    applyNetwork(namespace, networkId, embeddedId)
    guardNetwork()
  }
  wallet.emit({ namespace, event: 'chainChanged', data: networkId })
}
