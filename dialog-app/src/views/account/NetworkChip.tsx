import { push } from '../../features/navigator/view.js'
import { offers } from '../../features/settings/offers.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { Icon } from '../../ui/Icon.js'
import { NetworkIcon } from '../../ui/Picture.js'

/** The network of the account, and the way to another one. */
export function NetworkChip() {
  const dialog = useDialog()
  const t = useT()
  const id = useDialogStore(sessionStore, (state) => activeConnection(state)?.networkId)
  const network = useDialogStore(networksStore, ({ networks }) =>
    networks.find((one) => one.caipNetworkId === id || one.deprecatedCaipNetworkId === id),
  )
  const allowed = useDialogStore(settingsStore, offers.Networks)
  if (!allowed) return <span />
  const name = network?.name ?? t('account.unknownNetwork')
  return (
    <button
      type="button"
      className="net-chip"
      aria-label={t('shell.network', { network: name })}
      data-focus-key="network-chip"
      onClick={() => push(dialog, 'Networks')}
    >
      {network ? (
        <NetworkIcon src={network.assets?.imageUrl} name={network.name} size={24} />
      ) : (
        <span className="g g-24">
          <Icon name="globe" size={16} />
        </span>
      )}
      <Icon name="down" size={16} />
    </button>
  )
}
