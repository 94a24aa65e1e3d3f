import { useEffect } from 'react'
import { clearDraftOf } from '../../features/money/send/draft.js'
import { readSent } from '../../features/money/send/sentAbout.js'
import { forgetTransaction } from '../../features/money/transactions/transactions.js'
import { back } from '../../features/navigator/view.js'
import { formatBalance, shortAddress } from '../../lib/format.js'
import { type MessageId, useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { askingStore } from '../../state/asking.js'
import { networksStore } from '../../state/networks.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { isOver, type Transaction, type TransactionStatus } from '../../state/transactions.js'
import { Button, LinkButton } from '../../ui/Button.js'
import { Icon, type IconName } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { Ring, type RingState } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { AskedWalletLink } from '../AskedWalletLink.js'
import { explorerLink } from '../account/explorerLink.js'
import { useSeen } from '../useSeen.js'

type Look = {
  readonly ring: RingState
  readonly mark?: { readonly icon: IconName; readonly tone: 'negative' | 'warning' | 'positive' }
  readonly heading: MessageId
  readonly body: MessageId
}

const looks: Readonly<Record<TransactionStatus, Look>> = {
  asking: { ring: 'run', heading: 'connecting.continueTitle', body: 'send.askBody' },
  unsure: { ring: 'wait', mark: { icon: 'alert', tone: 'warning' }, heading: 'send.unsureTitle', body: 'send.unsureBody' },
  pending: { ring: 'run', heading: 'send.pendingTitle', body: 'send.pendingBody' },
  confirmed: { ring: 'full', mark: { icon: 'check', tone: 'positive' }, heading: 'send.confirmedTitle', body: 'send.confirmedBody' },
  failed: { ring: 'stop', mark: { icon: 'alert', tone: 'negative' }, heading: 'send.revertedTitle', body: 'send.revertedBody' },
  dropped: { ring: 'wait', mark: { icon: 'alert', tone: 'warning' }, heading: 'send.droppedTitle', body: 'send.droppedBody' },
  replaced: { ring: 'wait', mark: { icon: 'alert', tone: 'warning' }, heading: 'send.replacedTitle', body: 'send.replacedBody' },
}

/** What became of a transfer: it stays until it is in the chain, or never will be. */
export function SendResult({ transaction }: { readonly transaction: Transaction }) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const wallet = useDialogStore(sessionStore, (state) => activeConnection(state)?.wallet.name) ?? t('switch.yourWallet')
  const href = useDialogStore(askingStore, (state) => state.href)
  const network = useDialogStore(networksStore, ({ networks }) => networks.find((one) => one.caipNetworkId === transaction.networkId))
  const about = readSent(transaction)
  const { id, status, hash, replacedBy, reason } = transaction
  const look = looks[status]
  const decimals = about?.decimals ?? 0
  const textOf = (amount: bigint) =>
    about ? `\u2066${formatBalance(amount, decimals, { locale, fractionDigits: Math.min(decimals, 6) })} ${about.symbol}\u2069` : ''
  const asked = about?.amount ?? 0n
  // What is over is told by what happened: a token may keep a part, or say nothing of it.
  const arrived = status !== 'confirmed' || about?.arrives === undefined ? asked : about.arrives
  const values = {
    wallet,
    amount: textOf(arrived ?? asked),
    to: about ? `\u2066${about.name ?? shortAddress(about.to)}\u2069` : '',
    seconds: Math.max(1, Math.ceil((about?.arrival ?? 0) / 1_000)),
    reason: reason ? `\u2068${reason}\u2069` : '',
    network: network?.name ?? '',
  }
  const heading = t(arrived === null ? 'send.sent' : look.heading, values)
  const bodyId: MessageId =
    status === 'failed' && reason
      ? 'send.revertedReason'
      : status === 'pending' && about?.arrival === undefined
        ? 'send.pendingPlain'
        : status === 'replaced' && !replacedBy
          ? 'send.replacedUnknown'
          : look.body
  const parts = [
    arrived !== null && (status !== 'confirmed' || arrived > 0n) ? t(bodyId, values) : '',
    arrived !== null && arrived < asked ? `${t('send.tokenFee', { symbol: about?.symbol ?? '' })}: ${textOf(asked - arrived)}` : '',
  ]
  const body = parts.filter(Boolean).join(' ')
  useEffect(() => announce(dialog, `${heading}. ${body}`, status === 'failed' ? 'assertive' : 'polite'), [heading, body, status, dialog])

  const explorer = hash ? explorerLink(network, replacedBy ?? hash, 'tx') : undefined
  const another = () => {
    forgetTransaction(dialog, id)
    clearDraftOf(dialog, about?.preset)
  }
  const done = () => {
    // What goes on is told by the activity, and here again when it is opened again.
    if (isOver(transaction) || status === 'unsure') forgetTransaction(dialog, id)
    clearDraftOf(dialog, about?.preset)
    back(dialog)
  }
  useSeen(isOver(transaction), id, another, 'WalletSend')
  return (
    <Hero
      title={t(status === 'confirmed' ? 'send.sent' : 'send.title')}
      icon={
        <Ring state={look.ring} shape="circle" {...(look.mark ? { mark: look.mark } : {})}>
          <span className="g g-72">
            <Icon name="plane" />
          </span>
        </Ring>
      }
      heading={heading}
      body={body}
      hold
      footer={
        <>
          {status === 'asking' && href && <AskedWalletLink href={href}>{t('pair.open', { wallet })}</AskedWalletLink>}
          {status !== 'asking' && <Button onClick={done}>{t('send.done')}</Button>}
          {explorer && (
            <LinkButton kind="text" href={explorer}>
              {t('account.explorer')}
            </LinkButton>
          )}
          {status !== 'asking' && (
            <Button kind="text" onClick={another}>
              {t('send.another')}
            </Button>
          )}
        </>
      }
    />
  )
}
