import type { Account } from '@latchkey/protocol'
import { toCaipAddress } from '@latchkey/protocol'
import { useId, useState } from 'react'
import { familyName } from '../features/connect/family.js'
import { push } from '../features/navigator/view.js'
import { useLabel } from '../features/profile/labels.js'
import { offers } from '../features/settings/offers.js'
import { type MessageId, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { identitiesStore } from '../state/identities.js'
import { networksStore } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { Icon } from '../ui/Icon.js'
import { List, Row } from '../ui/Row.js'
import { ListView } from '../ui/templates.js'
import { useCopy } from '../ui/useCopy.js'
import { AddressCode } from './receive/AddressCode.js'
import { Arrivals } from './receive/Arrivals.js'
import { CopyAndShare } from './receive/CopyAndShare.js'
import { OnlySend } from './receive/OnlySend.js'
import { TabList } from './TabList.js'

// It is reached from here, and stands on the same parts.
export { WalletFund } from './WalletFund.js'

/** Kinds of accounts that have addresses of their own, for different things. */
const kinds: Readonly<Partial<Record<Account['type'], MessageId>>> = { payment: 'profile.payment', ordinal: 'profile.ordinal' }

/** The first account of each kind that a user must tell apart; else the active account alone. */
function choices(accounts: readonly Account[]): readonly Account[] {
  const told = accounts.filter(({ type }, index) => kinds[type] && accounts.findIndex((one) => one.type === type) === index)
  return told.length > 1 ? told : accounts.slice(0, 1)
}

/** The address to send to: as a code, in words and to copy, with what may be sent there. What arrives meanwhile is said. */
export function WalletReceive() {
  const dialog = useDialog()
  const t = useT()
  const connection = useDialogStore(sessionStore, activeConnection)
  const panelId = useId()
  const [chosen, setChosen] = useState<Account['type']>()
  const accounts = choices(connection?.accounts ?? [])
  const account = accounts.find(({ type }) => type === chosen) ?? accounts[0]
  const address = account?.address ?? ''
  const label = useLabel(account?.namespace ?? null, address)
  const identity = useDialogStore(identitiesStore, (known) => connection && known[toCaipAddress(connection.networkId, address)])
  const canSwitch = useDialogStore(settingsStore, offers.Networks)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const { state, copy } = useCopy(address, t('account.copied'))
  if (!connection || !account) return null
  const { namespace } = account
  const family = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const current = family.find(({ caipNetworkId }) => caipNetworkId === connection.networkId)
  const onCopy = () => void copy()
  return (
    <ListView title={t('receive.title')} tight footer={<CopyAndShare address={address} state={state} onCopy={onCopy} />}>
      <Arrivals />
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
        <AddressCode address={address} name={label ?? identity?.name} wallet={connection.wallet} state={state} onCopy={onCopy} />
      </div>
      <OnlySend note={t('receive.only', { family: t(familyName(namespace)) })} networks={family} current={current} canSwitch={canSwitch} />
      {current && (
        <List label={t('fund.other')}>
          <li>
            <Row
              bare
              name={t('fund.title')}
              note={t('fund.short')}
              start={
                <span className="g">
                  <Icon name="download" size={20} />
                </span>
              }
              end={<Icon name="chevron" size={20} className="chev" />}
              focusKey="fund"
              onClick={() => push(dialog, 'WalletFund')}
            />
          </li>
        </List>
      )}
    </ListView>
  )
}
