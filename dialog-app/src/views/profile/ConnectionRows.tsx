import { type Account, type CaipNetworkId, type NamespaceId, toCaipAddress } from '@latchkey/protocol'
import { useName } from '../../features/names/useName.js'
import { push } from '../../features/navigator/view.js'
import { useLabel } from '../../features/profile/labels.js'
import { makeActive } from '../../features/session/switchWallet.js'
import { formatBalance } from '../../lib/format.js'
import { type MessageId, useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import type { ActiveConnection } from '../../state/session.js'
import { walletBalancesStore } from '../../state/walletBalances.js'
import { Address, Bdi } from '../../ui/Bdi.js'
import { IconButton } from '../../ui/Button.js'
import { Icon } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Row } from '../../ui/Row.js'

/** Accounts of one wallet that are drawn; the others are one tap further. */
const most = 3

/** Kinds that have to be told apart. */
const kinds: Readonly<Partial<Record<Account['type'], MessageId>>> = {
  payment: 'profile.payment',
  ordinal: 'profile.ordinal',
  smartAccount: 'profile.smartAccount',
}

/** What an account has; nothing while it is not known. */
export function Amount({ caipAddress }: { readonly caipAddress: string }) {
  const locale = useIntlLocale()
  const balance = useDialogStore(walletBalancesStore, (state) => state[caipAddress])
  if (!balance) return null
  // The place follows the page's direction, the number its own.
  return (
    <span className="amount">
      <Bdi className="num">{`${formatBalance(balance.value, balance.decimals, { locale })} ${balance.symbol}`}</Bdi>
    </span>
  )
}

type AccountNoteProps = { readonly account: Account; readonly networkId: CaipNetworkId; readonly wallet?: string | undefined }

/** The kind of an account where there are several, its wallet where the name does not say it, its public name and its address. */
export function AccountNote({ account, networkId, wallet }: AccountNoteProps) {
  const t = useT()
  const kind = kinds[account.type]
  const name = useName(networkId, account.address)
  return (
    <>
      {kind && `${t(kind)} · `}
      {wallet && (
        <>
          <bdi>{wallet}</bdi> ·{' '}
        </>
      )}
      {name && (
        <>
          <bdi>{name}</bdi> ·{' '}
        </>
      )}
      <Address value={account.address} />
    </>
  )
}

type AccountRowProps = {
  readonly namespace: NamespaceId
  readonly connection: ActiveConnection
  readonly account: Account
  /** It answers the page for its family. */
  readonly active: boolean
}

function AccountRow({ namespace, connection, account, active }: AccountRowProps) {
  const dialog = useDialog()
  const t = useT()
  const { wallet, networkId } = connection
  const label = useLabel(namespace, account.address)
  const name = label ?? wallet.name
  const { address } = account
  return (
    <li className="with-more">
      <Row
        name={name}
        after={
          <>
            {active && <Icon name="check" size={16} className="tick" />}
            <Amount caipAddress={toCaipAddress(networkId, address)} />
          </>
        }
        note={<AccountNote account={account} networkId={networkId} />}
        start={<WalletIcon src={wallet.icon} name={wallet.name} shared={wallet.id} />}
        end={active && <span className="visually-hidden">{t('profile.active')}</span>}
        current={active}
        focusKey={`account ${namespace} ${wallet.id} ${address}`}
        onClick={() => {
          makeActive(dialog, namespace, wallet.id, address)
          announce(dialog, t('profile.nowActive', { name }))
        }}
      />
      <IconButton
        icon="more"
        label={t('profile.more', { name })}
        focusKey={`more ${namespace} ${wallet.id} ${address}`}
        onClick={() => push(dialog, 'ProfileWallet', { namespace, walletId: wallet.id, address })}
      />
    </li>
  )
}

type ConnectionRowsProps = { readonly namespace: NamespaceId; readonly connection: ActiveConnection; readonly leading: boolean }

/** One wallet: its accounts, the active one first. */
export function ConnectionRows({ namespace, connection, leading }: ConnectionRowsProps) {
  const dialog = useDialog()
  const t = useT()
  const { accounts, wallet } = connection
  const rest = accounts.length - most
  const [first] = accounts
  return (
    <>
      {accounts.slice(0, rest > 1 ? most - 1 : most).map((account, index) => (
        <AccountRow
          key={`${account.type} ${account.address}`}
          namespace={namespace}
          connection={connection}
          account={account}
          active={leading && index === 0}
        />
      ))}
      {rest > 1 && first && (
        <li>
          <Row
            name={t('profile.moreAccounts', { count: rest + 1 })}
            end={<Icon name="chevron" size={20} className="chev" />}
            focusKey={`accounts ${namespace} ${wallet.id}`}
            onClick={() => push(dialog, 'ProfileWallet', { namespace, walletId: wallet.id, address: first.address })}
          />
        </li>
      )}
    </>
  )
}
