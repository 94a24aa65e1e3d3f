import type { ViewName, WalletFeature } from '@latchkey/protocol'
import { push } from '../../features/navigator/view.js'
import { offers } from '../../features/settings/offers.js'
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
  const settings = useDialogStore(settingsStore)
  const { features, options, boot } = settings
  const usual = Object.keys(tiles) as WalletFeature[]
  // What the page leaves out of its order comes last.
  const order = new Set([...(options.features?.walletFeaturesOrder ?? []), ...usual])
  const namespace = useDialogStore(sessionStore, ({ activeNamespace }) => activeNamespace)
  /** Swaps are on networks of the operator's choice: another chain family has none. */
  const canSwap = Object.keys(boot?.swaps ?? {}).some((id) => id.startsWith(`${namespace}:`))
  const isOffered: Readonly<Record<WalletFeature, boolean>> = {
    onramp: offers.OnRamp(settings),
    swaps: features.swaps && canSwap,
    receive: offers.WalletReceive(settings),
    send: offers.WalletSend(settings),
  }
  const shown = [...order].filter((feature) => isOffered[feature])
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
