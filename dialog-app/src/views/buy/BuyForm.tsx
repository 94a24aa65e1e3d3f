import type { PaymentMethod } from '@latchkey/protocol'
import { useId } from 'react'
import { buy, choosePurchase, currentOffers } from '../../features/money/buy/buy.js'
import { chosenOffer, limitOf, methodsOf, paymentsOf, readMoney } from '../../features/money/buy/choices.js'
import { type MessageId, useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { portfolioStore } from '../../state/portfolio.js'
import { purchaseStore } from '../../state/purchase.js'
import { sessionStore } from '../../state/session.js'
import { Bdi } from '../../ui/Bdi.js'
import { Icon, type IconName } from '../../ui/Icon.js'
import { Note } from '../../ui/Note.js'
import { Badge, List } from '../../ui/Row.js'
import { Spinner } from '../../ui/Spinner.js'
import { FormView } from '../../ui/templates.js'
import { useKeptFocus } from '../connecting/useKeptFocus.js'
import { feesOf, formatCoins, formatLimit, formatMoney, isDollar, isInstant } from './figures.js'

/** Amounts that are one tap away, in cents. */
const presets = [5_000n, 10_000n, 25_000n, 50_000n]

const methodNames: Readonly<Record<string, MessageId>> = { card: 'buy.card', ach_bank_account: 'buy.bank' }
const methodIcons: Readonly<Record<string, IconName>> = { card: 'card' }

/** What is chosen, and what follows from it. */
function useChoice() {
  const dialog = useDialog()
  // Another account or network has other offers.
  useDialogStore(sessionStore)
  const purchase = useDialogStore(purchaseStore)
  const offers = currentOffers(dialog)
  const offer = chosenOffer(offers, purchase)
  const payments = paymentsOf(purchase.options, offer)
  const methods = methodsOf(purchase.options, offer, purchase.currency)
  const method = methods.find(({ id }) => id === purchase.method)
  const money = readMoney(purchase.amount, purchase.currency)
  return { purchase, offers, offer, payments, methods, method, money, limit: limitOf(money, method) }
}

type Choice = { readonly value: string; readonly label: string }
type PillProps = {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChoose: (value: string) => void
}

/** One of several, by the browser's own list. */
function PillSelect({ label, value, choices, onChoose }: PillProps) {
  return (
    <span className="buy-pill">
      <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </span>
  )
}

function AmountCard() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const id = useId()
  const { purchase, payments, limit } = useChoice()
  const { amount, currency } = purchase
  const bad = amount.trim() !== '' && limit !== undefined
  return (
    <div className="box-card stack g-2 buy-amount">
      <div className="hstack between">
        <label className="visually-hidden" htmlFor={id}>
          {t('buy.amount', { currency })}
        </label>
        <input
          id={id}
          className={`t-display num grow ${bad ? 'negative' : ''}`}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={amount}
          aria-invalid={bad || undefined}
          onChange={(event) => choosePurchase(dialog, { amount: event.currentTarget.value })}
        />
        <PillSelect
          label={t('buy.currency')}
          value={currency}
          choices={payments.map((one) => ({ value: one.id, label: one.id }))}
          onChoose={(value) => choosePurchase(dialog, { currency: value })}
        />
      </div>
      <div className="buy-chips">
        {presets.map((cents) => (
          <button
            key={String(cents)}
            type="button"
            className="num"
            onClick={() => choosePurchase(dialog, { amount: String(cents / 100n) })}
          >
            <Bdi>{formatMoney(cents, currency, locale)}</Bdi>
          </button>
        ))}
      </div>
    </div>
  )
}

/** What the amount buys: said by somebody, or estimated, or not known. */
function Outcome() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const { purchase, offers, offer } = useChoice()
  const price = useDialogStore(portfolioStore, ({ tokens }) =>
    offer
      ? tokens.find(({ symbol, networkId }) => symbol === offer.currency.symbol && networkId === offer.network.caipNetworkId)?.price
      : undefined,
  )
  const { quote, quoted, currency } = purchase
  const symbol = offer?.currency.symbol ?? ''
  const estimated = quoted === 'estimate'
  const money = readMoney(quote?.paymentTotal.amount ?? '')
  // The list has prices in millionths of a dollar.
  const byPrice = estimated && currency === 'USD' && price && money !== undefined ? (money * 10n ** 12n) / price : undefined
  const known = quote && (!estimated || isDollar(symbol, currency)) ? formatCoins(quote.purchaseAmount, locale) : undefined
  const text = byPrice === undefined ? known : formatCoins({ amount: decimalText(byPrice), currency: symbol }, locale)
  return (
    <div className="box-card hstack between buy-outcome" aria-live="polite" aria-busy={quoted === 'asking'}>
      <span className="stack grow">
        <span className="t-label muted">
          {t('buy.get')} {estimated && <Badge>{t('buy.estimate')}</Badge>}
        </span>
        <b className="t-title num">{quoted === 'asking' ? <Spinner /> : text ? <Bdi>{text}</Bdi> : '–'}</b>
      </span>
      <PillSelect
        label={t('buy.coin')}
        value={offer ? `${symbol} ${offer.network.caipNetworkId}` : ''}
        choices={offers.map((one) => ({
          value: `${one.currency.symbol} ${one.network.caipNetworkId}`,
          label: t('buy.coinOn', { symbol: one.currency.symbol, network: one.network.name }),
        }))}
        onChoose={(value) => {
          const [chosen = '', networkId] = value.split(' ') as [string, `${string}:${string}`]
          choosePurchase(dialog, { symbol: chosen, networkId })
        }}
      />
    </div>
  )
}

/** Digits of an estimate: as many as a share of a coin needs. */
const estimateDigits = 8
function decimalText(units: bigint): string {
  const text = units.toString().padStart(estimateDigits + 1, '0')
  return `${text.slice(0, -estimateDigits)}.${text.slice(-estimateDigits)}`
}

function Methods() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const { purchase, methods } = useChoice()
  const { currency } = purchase
  const nameOf = ({ id }: PaymentMethod) => {
    const name = methodNames[id]
    return name ? t(name) : id.replaceAll('_', ' ')
  }
  const note = (method: PaymentMethod) =>
    t(isInstant(method) ? 'buy.limitsNow' : 'buy.limitsDays', {
      min: formatLimit(method.min, currency, locale),
      max: formatLimit(method.max, currency, locale),
    })
  return (
    <fieldset className="buy-methods">
      <legend className="visually-hidden">{t('buy.payWith')}</legend>
      {methods.map((method) => (
        <label key={method.id} className="row">
          <input
            type="radio"
            name="method"
            className="visually-hidden"
            checked={purchase.method === method.id}
            onChange={() => choosePurchase(dialog, { method: method.id })}
          />
          <span className="g">
            <Icon name={methodIcons[method.id] ?? 'bank'} size={20} />
          </span>
          <span className="main">
            <span className="name">{nameOf(method)}</span>
            <span className="t-label muted num">{note(method)}</span>
          </span>
          {purchase.method === method.id && <Icon name="check" size={20} className="tick" />}
        </label>
      ))}
    </fieldset>
  )
}

function Fees() {
  const t = useT()
  const locale = useIntlLocale()
  const { purchase } = useChoice()
  const { quote, quoted, currency } = purchase
  const fees = quote && quoted === 'quote' ? feesOf(quote) : undefined
  if (!fees) return null
  return (
    <dl className="buy-fees t-label">
      <div>
        <dt className="muted">{t('buy.providerFee')}</dt>
        <dd className="num">
          <Bdi>{formatMoney(fees.provider, currency, locale, true)}</Bdi>
        </dd>
      </div>
      <div>
        <dt className="muted">{t('buy.networkFee')}</dt>
        <dd className="num">
          <Bdi>{formatMoney(fees.network, currency, locale, true)}</Bdi>
        </dd>
      </div>
    </dl>
  )
}

/** What is bought, with how much, and how it is paid. */
export function BuyForm() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const { purchase, offer, method, money, limit } = useChoice()
  const { currency, quoted, reason, phase } = purchase
  const provider = offer?.sold.provider ?? t('buy.provider')
  const opening = phase === 'opening'
  const ready = limit === undefined && (quoted === 'quote' || quoted === 'estimate') && !opening
  const limits = {
    min: formatLimit(method?.min ?? '0', currency, locale),
    max: formatLimit(method?.max ?? '0', currency, locale),
    method: method?.id ?? '',
  }
  const label =
    limit === 'below'
      ? t('buy.atLeast', limits)
      : limit === 'above'
        ? t('buy.atMost', limits)
        : limit === 'none'
          ? t(purchase.amount.trim() !== '' && money === undefined ? 'send.need.validAmount' : 'buy.enterAmount')
          : t('buy.continue', { provider })
  useKeptFocus()
  const submit = () => {
    if (ready) buy(dialog)
  }
  return (
    <FormView
      title={t('buy.title')}
      tight
      onSubmit={submit}
      footer={
        <>
          <button type="button" className="btn" aria-disabled={!ready || undefined} onClick={submit}>
            {opening && <Spinner />}
            <span>{label}</span>
            {ready && <Icon name="external" size={20} />}
          </button>
          <p className="t-micro muted buy-where">{t('buy.newWindow', { provider })}</p>
        </>
      }
    >
      <AmountCard />
      <Outcome />
      {quoted === 'estimate' && <Note icon="info" title={t('buy.exactThere', { provider })} />}
      {quoted === 'refused' && (
        <Note icon="alert" tone="negative" title={t('buy.refused')}>
          <bdi>{reason}</bdi>
        </Note>
      )}
      <Methods />
      <Fees />
    </FormView>
  )
}

/** While the options are on their way. */
export function BuyLoading() {
  const t = useT()
  return (
    <FormView title={t('buy.title')} tight onSubmit={() => {}}>
      <List label={t('buy.loading')} busy>
        <li className="sk buy-sk" />
        <li className="sk buy-sk" />
      </List>
    </FormView>
  )
}
