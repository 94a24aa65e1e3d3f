import type { NamespaceId } from '@latchkey/protocol'
import { chooseWallet } from '../features/connect/chooseWallet.js'
import { familyName } from '../features/connect/family.js'
import { offerWallets } from '../features/navigator/offerFamily.js'
import { push } from '../features/navigator/view.js'
import { usePageFamilies, useRecentRows } from '../features/profile/profile.js'
import { disconnect, disconnectActive } from '../features/session/disconnect.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { connectionsOf, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import { WalletIcon } from '../ui/Picture.js'
import { List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { FamilyHeading } from './family/FamilyIcon.js'
import { ConnectionRows } from './profile/ConnectionRows.js'
import './profile/profile.css'

function Family({ namespace }: { readonly namespace: NamespaceId }) {
  const dialog = useDialog()
  const t = useT()
  const session = useDialogStore(sessionStore)
  const connections = connectionsOf(namespace, session)
  const family = t(familyName(namespace))
  return (
    <div className="stack g-2">
      <FamilyHeading namespace={namespace} />
      <List label={family}>
        {connections.map((connection, index) => (
          <ConnectionRows key={connection.wallet.id} namespace={namespace} connection={connection} leading={index === 0} />
        ))}
        {connections.length === 0 && (
          <li>
            <Row
              name={t('family.connect', { family })}
              start={
                <span className="g">
                  <Icon name="plus" size={20} />
                </span>
              }
              end={<Icon name="chevron" size={20} className="chev" />}
              focusKey={`add ${namespace}`}
              onClick={() => offerWallets(dialog, namespace)}
            />
          </li>
        )}
      </List>
    </div>
  )
}

/** The newest wallets that are not connected now. */
function Recent() {
  const dialog = useDialog()
  const t = useT()
  const rows = useRecentRows()
  if (rows.length === 0) return null
  return (
    <div className="stack g-2">
      <p className="section t-label">{t('profile.recent')}</p>
      <List label={t('profile.recent')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Row
              name={row.name}
              start={<WalletIcon src={row.icon} name={row.name} shared={row.id} />}
              end={<Icon name="chevron" size={20} className="chev" />}
              focusKey={`recent ${row.id}`}
              onClick={() => chooseWallet(dialog, row)}
            />
          </li>
        ))}
      </List>
    </div>
  )
}

/** The page has one wallet at a time: information, not an error. */
function OneWallet() {
  const dialog = useDialog()
  const t = useT()
  const { connections } = useDialogStore(sessionStore)
  const families = Object.entries(connections)
  return (
    <ListView
      title={t('profile.titleOne')}
      tight
      footer={
        <>
          <Button kind="soft" focusKey="another" onClick={() => push(dialog, 'Connect')}>
            {t('profile.useAnother')}
          </Button>
          <Button kind="text" onClick={families.length > 1 ? () => disconnect(dialog) : () => disconnectActive(dialog)}>
            {t(families.length > 1 ? 'profile.disconnectAll' : 'common.disconnect')}
          </Button>
        </>
      }
    >
      <List label={t('profile.titleOne')}>
        {families.map(([namespace, connection]) => (
          <ConnectionRows key={namespace} namespace={namespace as NamespaceId} connection={connection} leading />
        ))}
      </List>
      <Note icon="info" title={t('profile.oneTitle')}>
        {t('profile.one')}
      </Note>
    </ListView>
  )
}

/** All connected wallets by chain family: the ticked one of each answers the page. A tap makes another one active. */
export function ProfileWallets() {
  const dialog = useDialog()
  const t = useT()
  const multiWallet = useDialogStore(settingsStore, ({ features }) => features.multiWallet)
  const families = usePageFamilies()
  if (!multiWallet) return <OneWallet />
  return (
    <ListView
      title={t('profile.title')}
      footer={
        <>
          <Button icon="plus" focusKey="add" onClick={() => push(dialog, 'Connect')}>
            {t('profile.add')}
          </Button>
          <Button kind="text" onClick={() => disconnect(dialog)}>
            {t('profile.disconnectAll')}
          </Button>
        </>
      }
    >
      {families.map((namespace) => (
        <Family key={namespace} namespace={namespace} />
      ))}
      <Recent />
    </ListView>
  )
}
