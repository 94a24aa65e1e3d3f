import type { NamespaceId, Network } from '@latchkey/protocol'
import { type RefObject, useEffect } from 'react'
import { useCanRegister } from '../../features/names/canRegister.js'
import { push } from '../../features/navigator/view.js'
import { hasSettings } from '../../features/profile/hasSettings.js'
import { offers } from '../../features/settings/offers.js'
import type { Dialog } from '../../lib/dialog.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { embeddedAccountStore } from '../../state/embeddedAccount.js'
import { type ActiveConnection, connectionsOf, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { Icon, type IconName } from '../../ui/Icon.js'
import { List, Row } from '../../ui/Row.js'
import { explorerLink } from './explorerLink.js'

const glyph = (name: IconName, tone = '') => (
  <span className={`g ${tone}`}>
    <Icon name={name} size={20} />
  </span>
)

/** A wallet that the operator can open, and nothing else of the user's: what would change that. Known once the frame has told. */
function useUpgrade(embedded: boolean): boolean {
  const dialog = useDialog()
  const lacks = useDialogStore(
    embeddedAccountStore,
    ({ custody, factors }) => custody === 'operator-assisted' && factors.every(({ type }) => type === 'device'),
  )
  useEffect(() => {
    if (!embedded) return
    import('../../features/embedded/account.js').then(
      ({ loadEmbeddedAccount }) => loadEmbeddedAccount(dialog),
      () => {},
    )
  }, [embedded, dialog])
  return embedded && lacks
}

/** What ends a connection is there already: it came with the views that are fetched ahead from here. */
function disconnect(dialog: Dialog): void {
  import('../../features/session/disconnect.js').then(
    ({ disconnectActive }) => disconnectActive(dialog),
    () => {},
  )
}

type AccountMenuProps = {
  readonly connection: ActiveConnection
  readonly network: Network | undefined
  readonly address: string
  /** Where the menu begins. */
  readonly top: RefObject<HTMLDivElement | null>
}

/** Where to go from the account: its network, its settings, the other wallets, the explorer, and out. */
export function AccountMenu({ connection, network, address, top }: AccountMenuProps) {
  const dialog = useDialog()
  const t = useT()
  const canSwitch = useDialogStore(settingsStore, offers.Networks)
  const multiWallet = useDialogStore(settingsStore, ({ features }) => features.multiWallet)
  const count = useDialogStore(sessionStore, (state) =>
    (Object.keys(state.connections) as NamespaceId[]).reduce((sum, name) => sum + (multiWallet ? connectionsOf(name, state).length : 1), 0),
  )
  const embedded = hasSettings(connection.wallet)
  const upgrade = useUpgrade(embedded)
  const canRegister = useCanRegister()
  const explorer = explorerLink(network, address)
  return (
    <div ref={top}>
      <List label={t('account.menu')}>
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
        {canRegister && (
          <li>
            <Row
              bare
              name={t('names.title')}
              start={glyph('pen')}
              end={<Icon name="chevron" size={20} className="chev" />}
              focusKey="names"
              onClick={() => push(dialog, 'RegisterAccountName')}
            />
          </li>
        )}
        {explorer && (
          <li>
            <Row bare name={t('account.explorer')} start={glyph('external')} href={explorer} focusKey="explorer" />
          </li>
        )}
        <li>
          <Row bare negative name={t('common.disconnect')} start={glyph('power', 'negative')} onClick={() => disconnect(dialog)} />
        </li>
      </List>
    </div>
  )
}
