import { useStore } from 'zustand'
import { disconnect } from '../features/disconnect.js'
import { chooseNetwork, useNetworkRows } from '../features/switchNetwork.js'
import { push } from '../features/view.js'
import { useT } from '../lib/i18n.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { Button } from '../ui/Button.js'
import { Note } from '../ui/Note.js'
import { NetworkIcon } from '../ui/Picture.js'
import { List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { useAppName } from './useAppName.js'

/** The wallet is where the page is not. Three exits: a network of the page's, another wallet, disconnect. And Close. */
export function UnsupportedChain() {
  const t = useT()
  const app = useAppName()
  const rows = useNetworkRows()
  const wallet = useStore(sessionStore, (state) => activeConnection(state)?.wallet.name)
  return (
    <ListView
      title={t('unsupported.title')}
      tight
      footer={
        <div className="btn-row">
          <Button kind="soft" focusKey="wallet" onClick={() => push('Connect')}>
            {t('unsupported.switchWallet')}
          </Button>
          <Button kind="danger" onClick={() => void disconnect()}>
            {t('common.disconnect')}
          </Button>
        </div>
      }
    >
      <Note icon="alert" tone="warning" title={t('unsupported.noteUnknown', { app })}>
        {t('unsupported.pick')}
      </Note>
      <List label={t('networks.title')}>
        {rows.map(({ network, disabledReason }) => (
          <li key={network.caipNetworkId}>
            <Row
              name={network.name}
              note={disabledReason && (wallet ? t('networks.unsupported', { wallet }) : t('networks.unsupportedPlain'))}
              disabled={Boolean(disabledReason)}
              start={<NetworkIcon src={network.assets?.imageUrl} name={network.name} />}
              focusKey={`network ${network.caipNetworkId}`}
              onClick={() => chooseNetwork(network)}
            />
          </li>
        ))}
      </List>
    </ListView>
  )
}
