import type { NamespaceId, Network, ViewName } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { connectingStore } from '../../state/connecting.js'
import { uiStore } from '../../state/ui.js'
import { viewStore } from '../../state/view.js'
import { showDialog } from '../navigator/show.js'
import { push } from '../navigator/viewStack.js'

/** What one dialog keeps here. */
type Own = {
  over: (() => void) | undefined
}

const kept = perDialog((): Own => ({ over: undefined }))

/**
 * Shows a view in which wallets of one family alone are offered, as long as it is on the way.
 *
 * @param target the network that the wallet is wanted for
 */
function offer(dialog: Dialog, view: ViewName, namespace: NamespaceId, target?: Network): void {
  const own = kept(dialog)
  own.over?.()
  const before = uiStore(dialog).getState().namespace
  if (uiStore(dialog).getState().open) push(dialog, view)
  else showDialog(dialog, view)
  uiStore(dialog).setState({ namespace })
  connectingStore(dialog).setState({ target: target?.caipNetworkId ?? null })
  const place = viewStore(dialog).getState().history.length - 1
  const off = viewStore(dialog).subscribe(({ history }) => history[place]?.name === view || own.over?.())
  own.over = () => {
    off()
    own.over = undefined
    uiStore(dialog).setState({ namespace: before })
    connectingStore(dialog).setState({ target: null })
  }
}

/** `SwitchActiveChain`: the family of a network has no wallet yet. */
export function promptForNamespace(dialog: Dialog, target: Network): void {
  offer(dialog, 'SwitchActiveChain', target.chainNamespace, target)
}

/** The list of wallets, of one family alone. */
export function addFamily(dialog: Dialog, namespace: NamespaceId): void {
  offer(dialog, 'Connect', namespace)
}
