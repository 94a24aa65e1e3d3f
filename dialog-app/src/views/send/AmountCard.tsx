import { useId } from 'react'
import { formatAmount, formatValue, worthOf } from '../../features/money/amounts.js'
import { currency } from '../../features/money/constants.js'
import { setAmount, setMax, toggleFiat } from '../../features/money/send/draft.js'
import { amountOf, shownAmount } from '../../features/money/send/sendAmount.js'
import { canMax } from '../../features/money/send/sendNeed.js'
import { push } from '../../features/navigator/view.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import type { Token } from '../../state/portfolio.js'
import { sendStore } from '../../state/send.js'
import { Bdi } from '../../ui/Bdi.js'
import { Icon } from '../../ui/Icon.js'
import { NetworkIcon } from '../../ui/Picture.js'

type AmountCardProps = {
  readonly token: Token | undefined
  readonly canChoose: boolean
  /** What is written is no amount, or more than there is. */
  readonly isWrong: boolean
}

/** Characters from which on the digits are drawn smaller, so that they stay in one line. */
const long = 8
const longer = 13

function TokenPill({ token, canChoose }: Omit<AmountCardProps, 'isWrong'>) {
  const dialog = useDialog()
  const t = useT()
  const content = (
    <>
      {token && <NetworkIcon src={token.icon} name={token.symbol} size={24} />}
      <span className="clip">{token ? token.symbol : t('send.need.token')}</span>
    </>
  )
  if (!canChoose) return <span className="pill">{content}</span>
  return (
    <button
      type="button"
      className="pill"
      aria-label={t('send.token', { symbol: token?.symbol ?? '' })}
      data-focus-key="token"
      onClick={() => push(dialog, 'WalletSendSelectToken')}
    >
      {content}
      <Icon name="down" size={16} />
    </button>
  )
}

/** How much, of what: in the token or in the currency, with what there is of it. */
export function AmountCard({ token, canChoose, isWrong }: AmountCardProps) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const id = useId()
  const draft = useDialogStore(sendStore)
  const { inFiat, preset } = draft
  const amount = token && draft.amount.trim() !== '' ? amountOf(draft, token) : undefined
  const text = shownAmount(draft, token)
  const worth = token && worthOf(amount ?? 0n, token, token.price)
  const other =
    !token || worth === undefined
      ? undefined
      : inFiat
        ? `${formatAmount(amount ?? 0n, token.decimals, locale)} ${token.symbol}`
        : formatValue(worth, locale)
  const size = text.length > longer ? 'smaller' : text.length > long ? 'small' : ''
  return (
    <div className="box-card stack g-2 amount-card">
      <div className="hstack between">
        <label className="visually-hidden" htmlFor={id}>
          {t(inFiat ? 'send.amountIn' : 'send.amountOf', { symbol: token?.symbol ?? '', currency: currency.toUpperCase() })}
        </label>
        <input
          id={id}
          className={`t-display num grow ${size} ${isWrong ? 'negative' : ''}`}
          dir="ltr"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder="0"
          value={text}
          readOnly={preset !== undefined}
          aria-invalid={isWrong || undefined}
          onChange={(event) => setAmount(dialog, event.currentTarget.value)}
        />
        <TokenPill token={token} canChoose={canChoose} />
      </div>
      {token && (
        <div className="hstack between t-label muted amount-under">
          {other === undefined || preset ? (
            <span>{other !== undefined && <Bdi className="num">{other}</Bdi>}</span>
          ) : (
            <button
              type="button"
              className="hstack t-label muted turn"
              aria-label={t(inFiat ? 'send.inToken' : 'send.inFiat', { symbol: token.symbol, currency: currency.toUpperCase() })}
              onClick={() => toggleFiat(dialog)}
            >
              <Bdi className="num">{other}</Bdi>
              <Icon name="swap" size={16} />
            </button>
          )}
          <span className="hstack">
            <span className="visually-hidden">{t('send.balance')} </span>
            <Bdi className="num">{formatAmount(token.amount, token.decimals, locale)}</Bdi>
            {!preset && canMax(token, draft) && (
              <button type="button" className="btn-inline t-label" data-focus-key="max" onClick={() => setMax(dialog)}>
                {t('send.max')}
              </button>
            )}
          </span>
        </div>
      )}
    </div>
  )
}
