import { type Account, type NamespaceId, toCaipAddress } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { back } from '../features/navigator/view.js'
import { useLabel } from '../features/profile/labels.js'
import { disconnectWithUndo } from '../features/session/disconnectWithUndo.js'
import { makeActive } from '../features/session/switchWallet.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { findNetwork } from '../state/networks.js'
import { type ActiveConnection, connectionsOf, findConnection, sessionStore } from '../state/session.js'
import { viewStore } from '../state/view.js'
import { CopyField } from '../ui/CopyField.js'
import { Icon, type IconName } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { WalletIcon } from '../ui/Picture.js'
import { List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { useCopy } from '../ui/useCopy.js'
import { explorerLink } from './account/explorerLink.js'
import { AccountNote, Amount } from './profile/ConnectionRows.js'
import { RenameForm } from './profile/RenameForm.js'
import './profile/profile.css'

type Chosen = { readonly namespace: NamespaceId; readonly walletId: string; readonly address: string }

/** What the view was opened for. While it leaves, and after the wallet is gone, it still shows that. */
function useChosen() {
  const dialog = useDialog()
  const [chosen] = useState(() => viewStore(dialog).getState().history.at(-1)?.data as Chosen | undefined)
  const session = useDialogStore(sessionStore)
  const now = chosen && findConnection(chosen.namespace, chosen.walletId, session)
  const [last, setLast] = useState(now)
  useEffect(() => {
    if (now) setLast(now)
  }, [now])
  const connection = now ?? last
  const account = connection?.accounts.find(({ address }) => address === chosen?.address) ?? connection?.accounts[0]
  const leading = chosen && connectionsOf(chosen.namespace, session)[0]
  return {
    chosen,
    connection,
    account,
    active: leading !== undefined && leading === now && leading.accounts[0]?.address === account?.address,
  }
}

const glyph = (name: IconName, tone = '') => (
  <span className={`g ${tone}`}>
    <Icon name={name} size={20} />
  </span>
)

type SubjectProps = {
  readonly namespace: NamespaceId
  readonly connection: ActiveConnection
  readonly account: Account
  readonly name: string
}

function Subject({ connection: { wallet, networkId }, account, name }: SubjectProps) {
  return (
    <div className="box-card card-row">
      <WalletIcon src={wallet.icon} name={wallet.name} shared={wallet.id} />
      <span className="main">
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className="t-label muted">
          <AccountNote account={account} networkId={networkId} wallet={name === wallet.name ? undefined : wallet.name} />
        </span>
      </span>
      <Amount caipAddress={toCaipAddress(networkId, account.address)} />
    </div>
  )
}

function OtherAccounts({ namespace, connection, account }: Omit<SubjectProps, 'name'>) {
  const t = useT()
  const others = connection.accounts.filter((one) => one !== account)
  if (others.length === 0) return null
  return (
    <div className="stack g-2">
      <p className="section t-label">{t('profile.accounts')}</p>
      <List label={t('profile.accounts')}>
        {others.map((one) => (
          <li key={`${one.type} ${one.address}`}>
            <OtherAccount namespace={namespace} connection={connection} account={one} />
          </li>
        ))}
      </List>
    </div>
  )
}

function OtherAccount({ namespace, connection, account }: Omit<SubjectProps, 'name'>) {
  const dialog = useDialog()
  const t = useT()
  const { wallet, networkId } = connection
  const name = useLabel(namespace, account.address) ?? wallet.name
  return (
    <Row
      name={name}
      note={<AccountNote account={account} networkId={networkId} />}
      start={<WalletIcon src={wallet.icon} name={wallet.name} />}
      end={<Amount caipAddress={toCaipAddress(networkId, account.address)} />}
      focusKey={`account ${account.address}`}
      onClick={() => {
        makeActive(dialog, namespace, wallet.id, account.address)
        announce(dialog, t('profile.nowActive', { name }))
        back(dialog)
      }}
    />
  )
}

/** One account of a connected wallet, and all that can be done with it. */
export function ProfileWallet() {
  const dialog = useDialog()
  const t = useT()
  const { chosen, connection, account, active } = useChosen()
  const [renaming, setRenaming] = useState(false)
  const wasRenaming = useRef(false)
  // Where it was begun.
  useEffect(() => {
    if (wasRenaming.current && !renaming) document.querySelector<HTMLElement>('[data-focus-key="rename"]')?.focus({ preventScroll: true })
    wasRenaming.current = renaming
  }, [renaming])
  const label = useLabel(chosen?.namespace ?? null, account?.address ?? '')
  const { state, copy } = useCopy(account?.address ?? '', t('account.copied'))
  if (!chosen || !connection || !account) return <ListView title={t('profile.titleOne')}>{t('profile.none')}</ListView>
  const { namespace, walletId } = chosen
  const name = label ?? connection.wallet.name
  const explorer = explorerLink(findNetwork(dialog, connection.networkId), account.address)
  if (renaming)
    return <RenameForm namespace={namespace} address={account.address} wallet={connection.wallet.name} onDone={() => setRenaming(false)} />
  return (
    <ListView title={name} tight>
      <Subject namespace={namespace} connection={connection} account={account} name={name} />
      <List label={name}>
        {!active && (
          <li>
            <Row
              bare
              name={t('profile.makeActive')}
              start={glyph('check')}
              focusKey="active"
              onClick={() => {
                makeActive(dialog, namespace, walletId, account.address)
                announce(dialog, t('profile.nowActive', { name }))
                back(dialog)
              }}
            />
          </li>
        )}
        <li>
          <Row bare name={t('profile.rename')} start={glyph('pen')} focusKey="rename" onClick={() => setRenaming(true)} />
        </li>
        <li>
          <Row
            bare
            name={t('account.copy')}
            start={glyph(state === 'copied' ? 'check' : 'copy')}
            focusKey="copy"
            onClick={() => void copy()}
          />
          {state === 'byHand' && <CopyField label={t('account.copyByHand')} value={account.address} />}
        </li>
        {explorer && (
          <li>
            <Row bare name={t('account.explorer')} start={glyph('external')} href={explorer} focusKey="explorer" />
          </li>
        )}
        <li>
          <Row
            bare
            negative
            name={t('common.disconnect')}
            start={glyph('power', 'negative')}
            focusKey="disconnect"
            onClick={() => {
              disconnectWithUndo(dialog, namespace, walletId, name)
              back(dialog)
            }}
          />
        </li>
      </List>
      <OtherAccounts namespace={namespace} connection={connection} account={account} />
    </ListView>
  )
}
