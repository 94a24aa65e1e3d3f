import type { Account } from '@latchkey/protocol'
import { useId, useState } from 'react'
import { familyName } from '../features/connect/family.js'
import { useLabel } from '../features/profile/labels.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { useDialogStore } from '../lib/useDialog.js'
import { identitiesStore } from '../state/identities.js'
import { networksStore } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { Button } from '../ui/Button.js'
import { CopyField } from '../ui/CopyField.js'
import { Icon } from '../ui/Icon.js'
import { ListView } from '../ui/templates.js'
import { useCopy } from '../ui/useCopy.js'
import { AddressGroups } from './receive/AddressGroups.js'
import { OnlySend } from './receive/OnlySend.js'
import { canShare, shareText } from './receive/shareText.js'
import { TabList } from './TabList.js'
import { QrTile } from './walletConnect/QrTile.js'
import './walletConnect/walletConnect.css'
import './receive/receive.css'

/** Kinds of accounts that have addresses of their own, for different things. */
const kinds: Readonly<Partial<Record<Account['type'], MessageId>>> = { payment: 'profile.payment', ordinal: 'profile.ordinal' }

/** The first account of each kind that a user must tell apart; else the active account alone. */
function choices(accounts: readonly Account[]): readonly Account[] {
  const told = accounts.filter(({ type }, index) => kinds[type] && accounts.findIndex((one) => one.type === type) === index)
  return told.length > 1 ? told : accounts.slice(0, 1)
}

/** The address to send to: as a code, in words and to copy, with what may be sent there. */
export function WalletReceive() {
  const t = useT()
  const connection = useDialogStore(sessionStore, activeConnection)
  const panelId = useId()
  const [chosen, setChosen] = useState<Account['type']>()
  const accounts = choices(connection?.accounts ?? [])
  const account = accounts.find(({ type }) => type === chosen) ?? accounts[0]
  const address = account?.address ?? ''
  const label = useLabel(account?.namespace ?? null, address)
  const identity = useDialogStore(identitiesStore, (known) => known[address])
  const canSwitch = useDialogStore(settingsStore, ({ options }) => options.enableNetworkSwitch !== false)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const { state, copy } = useCopy(address, t('account.copied'))
  if (!connection || !account) return null
  const { namespace } = account
  const family = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const current = family.find(({ caipNetworkId }) => caipNetworkId === connection.networkId)
  const name = label ?? identity?.name
  const footer = (
    <div className="with-square">
      <Button icon={state === 'copied' ? 'check' : 'copy'} focusKey="copy" onClick={() => void copy()}>
        {t(state === 'copied' ? 'account.copied' : 'receive.copy')}
      </Button>
      {canShare(address) && (
        <button type="button" className="btn btn-soft square" aria-label={t('receive.share')} onClick={() => void shareText(address)}>
          <Icon name="share" size={20} />
        </button>
      )}
    </div>
  )
  return (
    <ListView title={t('receive.title')} tight footer={footer}>
      {accounts.length > 1 && (
        <TabList
          label={t('receive.kinds')}
          tabs={accounts.map(({ type }) => ({ id: type, label: t(kinds[type] ?? 'profile.payment') }))}
          chosen={account.type}
          panelId={panelId}
          onChoose={setChosen}
        />
      )}
      <div
        className="stack g-3 receive"
        {...(accounts.length > 1 ? { role: 'tabpanel', id: panelId, 'aria-label': t('receive.title') } : {})}
      >
        <QrTile key={address} text={address} label={t('receive.code')} wallet={connection.wallet} part={0} soon={false} />
        {name && (
          <p className="t-title center">
            <bdi>{name}</bdi>
          </p>
        )}
        {state === 'byHand' ? (
          <CopyField label={t('account.copyByHand')} value={address} />
        ) : (
          <AddressGroups address={address} onCopy={() => void copy()} />
        )}
      </div>
      <OnlySend note={t('receive.only', { family: t(familyName(namespace)) })} networks={family} current={current} canSwitch={canSwitch} />
    </ListView>
  )
}
