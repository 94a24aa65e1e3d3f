import type { NamespaceId } from '@latchkey/protocol'
import { useEffect, useRef } from 'react'
import { push } from '../features/navigator/view.js'
import { hasSettings } from '../features/profile/hasSettings.js'
import { useLabel } from '../features/profile/labels.js'
import { disconnectActive } from '../features/session/disconnect.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { embeddedAccountStore } from '../state/embeddedAccount.js'
import { findNetwork } from '../state/networks.js'
import { type ActiveConnection, activeConnection, connectionsOf, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { Icon, type IconName } from '../ui/Icon.js'
import { List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { Balance } from './account/Balance.js'
import { explorerLink } from './account/explorerLink.js'
import { Identity } from './account/Identity.js'
import { NetworkChip } from './account/NetworkChip.js'
import { Reconnecting } from './account/Reconnecting.js'
import { UnsupportedNote } from './account/UnsupportedNote.js'
import './account/account.css'

/** While the view leaves after a disconnect, it still shows whose account it was. */
function useConnection(): ActiveConnection | undefined {
  const now = useDialogStore(sessionStore, activeConnection)
  const last = useRef(now)
  useEffect(() => {
    if (now) last.current = now
  }, [now])
  return now ?? last.current
}

const glyph = (name: IconName, tone = '') => (
  <span className={`g ${tone}`}>
    <Icon name={name} size={20} />
  </span>
)

const chip = <NetworkChip />

/** A wallet that the operator can open, and nothing else of the user's: what would change that. Known once the frame has told. */
function useUpgrade(embedded: boolean): boolean {
  const dialog = useDialog()
  const lacks = useDialogStore(
    embeddedAccountStore,
    ({ custody, factors }) => custody === 'operator-assisted' && factors.every(({ type }) => type === 'device'),
  )
  useEffect(() => {
    if (!embedded) return
    import('../features/embedded/account.js').then(
      ({ loadEmbeddedAccount }) => loadEmbeddedAccount(dialog),
      () => {},
    )
  }, [embedded, dialog])
  return embedded && lacks
}

/** Who is connected, what they have, and where to go from here. */
export function Account() {
  const dialog = useDialog()
  const t = useT()
  const connection = useConnection()
  const canSwitch = useDialogStore(settingsStore, ({ options }) => options.enableNetworkSwitch !== false)
  const multiWallet = useDialogStore(settingsStore, ({ features }) => features.multiWallet)
  const count = useDialogStore(sessionStore, (state) =>
    (Object.keys(state.connections) as NamespaceId[]).reduce((sum, name) => sum + (multiWallet ? connectionsOf(name, state).length : 1), 0),
  )
  const embedded = connection !== undefined && hasSettings(connection.wallet)
  const upgrade = useUpgrade(embedded)
  const account = connection?.accounts[0]
  const label = useLabel(account?.namespace ?? null, account?.address ?? '')
  if (!connection || !account) return null
  const network = findNetwork(dialog, connection.networkId)
  const explorer = explorerLink(network, account.address)
  return (
    <ListView title={t('account.title')} start={chip} tight>
      <Reconnecting wallet={connection.wallet.name} />
      {!network && <UnsupportedNote />}
      <Identity address={account.address} wallet={connection.wallet} label={label} />
      <Balance />
      <List label={t('account.title')}>
        {canSwitch && (
          <li>
            <Row
              bare
              name={t('account.network')}
              start={glyph('globe')}
              end={
                <span className="side">
                  <span className="clip">{network?.name ?? t('account.unknownNetwork')}</span>
                  <Icon name="chevron" size={20} className="chev" />
                </span>
              }
              focusKey="networks"
              onClick={() => push(dialog, 'Networks')}
            />
          </li>
        )}
        {embedded && (
          <li>
            <Row
              bare
              name={t('settings.title')}
              {...(upgrade ? { note: t('security.upgrade') } : {})}
              start={glyph('key')}
              end={<Icon name="chevron" size={20} className="chev" />}
              focusKey="settings"
              onClick={() => push(dialog, 'AccountSettings')}
            />
          </li>
        )}
        <li>
          <Row
            bare
            name={t('account.wallets')}
            start={glyph('wallet')}
            end={
              <span className="side">
                {count > 1 && <bdi dir="ltr">{count}</bdi>}
                <Icon name="chevron" size={20} className="chev" />
              </span>
            }
            focusKey="wallets"
            onClick={() => push(dialog, 'ProfileWallets')}
          />
        </li>
        {explorer && (
          <li>
            <Row bare name={t('account.explorer')} start={glyph('external')} href={explorer} focusKey="explorer" />
          </li>
        )}
        <li>
          <Row bare negative name={t('common.disconnect')} start={glyph('power', 'negative')} onClick={() => disconnectActive(dialog)} />
        </li>
      </List>
    </ListView>
  )
}
