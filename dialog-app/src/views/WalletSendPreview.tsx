import { type Network, namespaceOf } from '@latchkey/protocol'
import { useEffect } from 'react'
import { formatValue, worthOf } from '../features/money/amounts.js'
import { exactAmount } from '../features/money/exactAmount.js'
import { isContractAccount } from '../features/money/isContractAccount.js'
import { retryReview, sendReviewed, watchReview } from '../features/money/send/review.js'
import { back } from '../features/navigator/view.js'
import { useIntlLocale, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { askingStore } from '../state/asking.js'
import { networksStore } from '../state/networks.js'
import { reviewStore, type SendReview } from '../state/send.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { Bdi } from '../ui/Bdi.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Note } from '../ui/Note.js'
import { NetworkIcon, WalletIcon } from '../ui/Picture.js'
import { Ring } from '../ui/Ring.js'
import { Badge } from '../ui/Row.js'
import { Hero, ListView } from '../ui/templates.js'
import { AskedWalletLink } from './AskedWalletLink.js'
import { useNative } from './send/Costs.js'
import { Fact, Facts } from './send/Facts.js'
import { SendFailed } from './send/SendFailed.js'
import { useRecipientName } from './send/useRecipientName.js'
import { Warnings } from './send/Warnings.js'
import './send/send.css'

function Sheet({ review, network, changed }: { readonly review: SendReview; readonly network: Network; readonly changed: boolean }) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const native = useNative(network)
  const { token, amount, address, warnings, cost, balance, arrival, arrives } = review
  const name = useRecipientName(review)
  const { symbol, decimals } = token
  const exact = (value: bigint) => `${exactAmount(value, decimals, locale)} ${symbol}`
  const worth = worthOf(amount, token, token.price)
  const isNative = token.contract === undefined
  // Of a contract's account only the wallet knows what it pays.
  const isUnsaid = isContractAccount(dialog) && cost.isSponsored === undefined
  // What a smart account's wallet says is the highest fee that it pays (ERC-4337).
  const isMost = isContractAccount(dialog) && cost.isSponsored === false
  const left = balance - amount - (isNative && !isUnsaid ? cost.fee : 0n)
  return (
    <>
      {changed && <Note icon="alert" tone="warning" title={t('transaction.changed')} />}
      <div className="stack g-2 moves">
        <div className="box-card hstack">
          <span className="badged">
            <NetworkIcon src={token.icon} name={symbol} />
            <NetworkIcon src={network.assets?.imageUrl} name={network.name} size={24} />
          </span>
          <span className="stack grow">
            <span className="t-label muted">{t('send.youSend')}</span>
            <b className="t-title num wrap" data-amount>
              <Bdi>{exact(amount)}</Bdi>
            </b>
          </span>
          {worth !== undefined && <Bdi className="muted num">{formatValue(worth, locale)}</Bdi>}
        </div>
        <span className="center muted arrow">
          <Icon name="down" size={20} />
        </span>
        <div className="box-card hstack">
          <span className="g g-40">
            <Icon name="user" size={20} />
          </span>
          <span className="stack grow">
            <span className="hstack t-label muted">
              {t('send.to')}
              {warnings.includes('own') && <Badge>{t('send.ownBadge')}</Badge>}
              {warnings.includes('firstTime') && <Badge>{t('send.firstTime')}</Badge>}
            </span>
            {name && (
              <b className="t-title clip">
                <bdi>{name}</bdi>
              </b>
            )}
            <span className="mono wrap" dir="ltr" data-recipient>
              {address}
            </span>
          </span>
        </div>
      </div>
      <Warnings recipient={review} symbol={symbol} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may be longer than the screen, and the keyboard has to reach that */}
      <section tabIndex={0} aria-label={t('send.reviewTitle')}>
        <Facts>
          <Fact label={t('account.network')}>
            <bdi>{network.name}</bdi>
          </Fact>
          {arrives !== undefined && (
            <>
              <Fact label={t('send.tokenFee', { symbol })}>
                <Bdi className="num">{exact(amount - arrives)}</Bdi>
              </Fact>
              <Fact label={t('send.recipientGets')}>
                <Bdi className="num">{exact(arrives)}</Bdi>
              </Fact>
            </>
          )}
          <Fact label={t('send.fee')}>
            {isUnsaid ? (
              t('send.feeByWallet')
            ) : cost.isSponsored ? (
              t('send.feePaid')
            ) : (
              <Bdi className="num">{isMost ? t('send.feeMost', { fee: native(cost.fee) }) : native(cost.fee)}</Bdi>
            )}
          </Fact>
          {cost.account !== undefined && (
            <Fact label={t('send.newAccount')}>
              <Bdi className="num">{native(cost.account)}</Bdi>
            </Fact>
          )}
          {arrival !== undefined && (
            <Fact label={t('send.arrives')}>{t('send.inSeconds', { seconds: Math.max(1, Math.ceil(arrival / 1_000)) })}</Fact>
          )}
          <Fact label={t('send.after')}>
            <Bdi className="num">{exact(left > 0n ? left : 0n)}</Bdi>
          </Fact>
        </Facts>
      </section>
      {cost.account !== undefined && <p className="t-label muted">{t('send.newAccountBody', { symbol })}</p>}
    </>
  )
}

function Asking() {
  const t = useT()
  const wallet = useDialogStore(sessionStore, (state) => activeConnection(state)?.wallet)
  const href = useDialogStore(askingStore, (state) => state.href)
  const name = wallet?.name ?? t('switch.yourWallet')
  return (
    <Hero
      title={t('send.reviewTitle')}
      icon={
        <Ring state="run">
          <WalletIcon src={wallet?.icon} name={name} size={72} />
        </Ring>
      }
      heading={t('connecting.continueTitle', { wallet: name })}
      body={t('send.askBody')}
      hold
      footer={href && <AskedWalletLink href={href}>{t('pair.open', { wallet: name })}</AskedWalletLink>}
    />
  )
}

/** Exactly what will be sent, to whom, where and at what price; then the wallet asks. */
export function WalletSendPreview() {
  const dialog = useDialog()
  const t = useT()
  const { status, review, changed = false, failure } = useDialogStore(reviewStore)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === review?.token.networkId)
  useEffect(() => watchReview(dialog), [dialog])
  useEffect(() => {
    if (changed) announce(dialog, t('transaction.changed'), 'assertive')
  }, [changed, t, dialog])
  if (status === 'asking') return <Asking />
  if (status === 'failed' && failure) return <SendFailed failure={failure} onEdit={() => void back(dialog)} />
  const ready = status === 'ready' && review && network && namespaceOf(review.token.networkId) === network.chainNamespace
  if (!ready)
    return (
      <ListView title={t('send.reviewTitle')} tight>
        <div className="stack g-3" role="status" aria-label={t('send.building')}>
          <span className="sk sheet" />
          <span className="sk sheet" />
        </div>
        {status === 'none' && <Button onClick={() => void retryReview(dialog)}>{t('common.tryAgain')}</Button>}
      </ListView>
    )
  const short = review.amount > review.balance
  return (
    <ListView
      title={t('send.reviewTitle')}
      tight
      footer={
        <>
          <button
            type="button"
            className="btn"
            aria-disabled={short || undefined}
            data-focus-key="send"
            onClick={() => void (!short && sendReviewed(dialog))}
          >
            <span>{short ? t('send.need.funds', { symbol: review.token.symbol }) : t('send.now')}</span>
          </button>
          <Button kind="text" onClick={() => void back(dialog)}>
            {t('send.edit')}
          </Button>
        </>
      }
    >
      <Sheet review={review} network={network} changed={changed} />
    </ListView>
  )
}
