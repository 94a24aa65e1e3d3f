import type { CaipNetworkId, NamespaceId, Network, ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { connectingStore } from '../../state/connecting.js'
import { offered } from '../../state/offered.js'
import { uiStore } from '../../state/ui.js'
import { viewStore } from '../../state/view.js'
import { showOver } from './showOver.js'

/**
 * Shows a view in which wallets of one family alone are offered, as long as it is on the way.
 *
 * @param target the network that the wallet is wanted for
 */
function offer(dialog: Dialog, view: ViewName, namespace: NamespaceId, target: CaipNetworkId | null): void {
  const own = offered(dialog)
  own.end?.()
  const before = uiStore(dialog).getState().namespace
  showOver(dialog, view)
  uiStore(dialog).setState({ namespace })
  connectingStore(dialog).setState({ target })
  const place = viewStore(dialog).getState().history.length - 1
  const unsubscribe = viewStore(dialog).subscribe(({ history }) => history[place]?.name === view || own.end?.())
  own.end = () => {
    unsubscribe()
    own.end = undefined
    uiStore(dialog).setState({ namespace: before })
    connectingStore(dialog).setState({ target: null })
  }
}

/** A network is wanted whose family has no wallet yet. */
export function offerFamily(dialog: Dialog, { chainNamespace, caipNetworkId }: Network): void {
  offer(dialog, 'SwitchActiveChain', chainNamespace, caipNetworkId)
}

/** The list of wallets, of one family alone. */
export function offerWallets(dialog: Dialog, namespace: NamespaceId): void {
  offer(dialog, 'Connect', namespace, null)
}
