import { familyName } from '../features/connect/family.js'
import { push } from '../features/navigator/view.js'
import { chooseNetwork, useNetworkRows } from '../features/networks/switchNetwork.js'
import { disconnectActive } from '../features/session/disconnect.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import { NetworkIcon } from '../ui/Picture.js'
import { List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { useAppName } from './useAppName.js'
import './family/family.css'

/** The connection that is nowhere the page is. */
function useActive() {
  const connection = useDialogStore(sessionStore, activeConnection)
  const namespace = useDialogStore(sessionStore, (state) => state.activeNamespace)
  return { wallet: connection?.wallet.name, networkId: connection?.networkId, namespace }
}

/** The wallet is where the page is not. Three exits: a network of the page's, another wallet, disconnect. And Close. */
export function UnsupportedChain() {
  const dialog = useDialog()
  const t = useT()
  const app = useAppName()
  const all = useNetworkRows()
  const { wallet, networkId, namespace } = useActive()
  const name = useDialogStore(settingsStore, ({ boot }) => boot?.networks.find((one) => one.caipNetworkId === networkId)?.name)
  // The networks of the wallet's own family are one tap away, the others need another wallet.
  const near = (row: (typeof all)[number]) => Number(row.network.chainNamespace !== namespace) + Number(Boolean(row.disabledReason)) * 2
  const rows = [...all].sort((a, b) => near(a) - near(b))
  return (
    <ListView
      title={t('unsupported.title')}
      tight
      footer={
        <div className="btn-row">
          <Button kind="soft" focusKey="wallet" onClick={() => push(dialog, 'Connect')}>
            {t('unsupported.switchWallet')}
          </Button>
          <Button kind="danger" onClick={() => disconnectActive(dialog)}>
            {t('common.disconnect')}
          </Button>
        </div>
      }
    >
      <Note
        icon="alert"
        tone="warning"
        title={name ? t('unsupported.note', { app, network: name }) : t('unsupported.noteUnknown', { app })}
      >
        {t('unsupported.pick')}
      </Note>
      <List label={t('networks.title')}>
        {rows.map(({ network, disabledReason, needs }) => (
          <li key={network.caipNetworkId}>
            <Row
              name={network.name}
              note={
                disabledReason
                  ? t(wallet ? 'networks.unsupported' : 'networks.unsupportedPlain', { wallet: wallet ?? '' })
                  : needs && t('networks.needs', { family: t(familyName(needs)) })
              }
              end={needs && <Icon name="chevron" size={20} className="chev" />}
              disabled={Boolean(disabledReason)}
              start={<NetworkIcon src={network.assets?.imageUrl} name={network.name} />}
              focusKey={`network ${network.caipNetworkId}`}
              onClick={() => chooseNetwork(dialog, network)}
            />
          </li>
        ))}
      </List>
    </ListView>
  )
}
