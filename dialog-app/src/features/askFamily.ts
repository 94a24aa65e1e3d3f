import type { NamespaceId, Network, ViewName } from '@latchkey/protocol'
import { connectingStore } from '../state/connecting.js'
import { uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { showDialog } from './show.js'
import { push } from './viewStack.js'

let over: (() => void) | undefined

/**
 * Shows a view in which wallets of one family alone are offered, as long as it is on the way.
 *
 * @param target the network that the wallet is wanted for
 */
function offer(view: ViewName, namespace: NamespaceId, target?: Network): void {
  over?.()
  const before = uiStore.getState().namespace
  if (uiStore.getState().open) push(view)
  else showDialog(view)
  uiStore.setState({ namespace })
  connectingStore.setState({ target: target?.caipNetworkId ?? null })
  const place = viewStore.getState().history.length - 1
  const off = viewStore.subscribe(({ history }) => history[place]?.name === view || over?.())
  over = () => {
    off()
    over = undefined
    uiStore.setState({ namespace: before })
    connectingStore.setState({ target: null })
  }
}

/** `SwitchActiveChain`: the family of a network has no wallet yet. */
export function askFamily(target: Network): void {
  offer('SwitchActiveChain', target.chainNamespace, target)
}

/** The list of wallets, of one family alone. */
export function addFamily(namespace: NamespaceId): void {
  offer('Connect', namespace)
}
