import { type CaipNetworkId, namespaceOf, type ViewName, type WalletFeature } from '@latchkey/protocol'
import { push } from '../../features/navigator/view.js'
import { type MessageId, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { Icon, type IconName } from '../../ui/Icon.js'

type Tile = { readonly view: ViewName; readonly icon: IconName; readonly label: MessageId }

/** In the specified order, which a page may change. */
const tiles: Readonly<Record<WalletFeature, Tile>> = {
  onramp: { view: 'OnRamp', icon: 'card', label: 'account.buy' },
  swaps: { view: 'Swap', icon: 'swap', label: 'account.swap' },
  receive: { view: 'WalletReceive', icon: 'receive', label: 'account.receive' },
  send: { view: 'WalletSend', icon: 'send', label: 'account.send' },
}

/** What one does with money: only what this build and this page have. */
export function Tiles() {
  const dialog = useDialog()
  const t = useT()
  const { features, options, boot } = useDialogStore(settingsStore)
  const order = options.features?.walletFeaturesOrder ?? (Object.keys(tiles) as WalletFeature[])
  const namespace = useDialogStore(sessionStore, ({ activeNamespace }) => activeNamespace)
  /** Swaps are on networks of the operator's choice: another chain family has none. */
  const canSwap = Object.keys(boot?.swaps ?? {}).some((id) => namespaceOf(id as CaipNetworkId) === namespace)
  /** Nobody sells where the operator configured nobody. */
  const isOffered = { onramp: boot?.onramp === true, swaps: canSwap, receive: true, send: true }
  const shown = order.filter((feature) => features[feature] && isOffered[feature])
  if (shown.length === 0) return null
  return (
    <div className="tiles">
      {shown.map((feature) => (
        <button
          key={feature}
          type="button"
          className="tile"
          data-focus-key={`tile ${feature}`}
          onClick={() => push(dialog, tiles[feature].view)}
        >
          <Icon name={tiles[feature].icon} size={20} />
          <span className="t-label">{t(tiles[feature].label)}</span>
        </button>
      ))}
    </div>
  )
}
