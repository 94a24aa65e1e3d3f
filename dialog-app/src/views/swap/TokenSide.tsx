import { type ReactNode, useId } from 'react'
import { formatAmount, formatValue, worthOf } from '../../features/money/amounts.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import type { SwapToken } from '../../state/swap.js'
import { Bdi } from '../../ui/Bdi.js'
import { Icon } from '../../ui/Icon.js'
import { NetworkIcon } from '../../ui/Picture.js'

type TokenSideProps = {
  readonly label: string
  /** At the end of the first line: the balance, or the clock. */
  readonly aside: ReactNode
  readonly token: SwapToken | undefined
  /** In the smallest unit; undefined while there is none. */
  readonly amount: bigint | undefined
  readonly price: bigint | undefined
  /** At the end of the last line. */
  readonly note?: ReactNode
  /** The amount itself: a field, or digits. */
  readonly children: (labelId: string) => ReactNode
  readonly onChoose: () => void
  readonly focusKey: string
}

/** One side of a swap: how much of which token, and what that is worth. */
export function TokenSide({ label, aside, token, amount, price, note, children, onChoose, focusKey }: TokenSideProps) {
  const t = useT()
  const locale = useIntlLocale()
  const id = useId()
  const worth = token && amount !== undefined ? worthOf(amount, token, price) : undefined
  return (
    <div className="box-card swap-side">
      <div className="swap-line t-label muted">
        <span id={id}>{label}</span>
        {aside}
      </div>
      <div className="swap-line">
        {children(id)}
        <button
          type="button"
          className="swap-pill"
          data-focus-key={focusKey}
          aria-label={token ? t('swap.tokenChosen', { side: label, symbol: token.symbol }) : t('swap.chooseFor', { side: label })}
          onClick={onChoose}
        >
          {token && <NetworkIcon src={token.icon} name={token.symbol} size={24} />}
          <bdi className="clip">{token?.symbol ?? t('swap.chooseToken')}</bdi>
          <Icon name="down" size={16} />
        </button>
      </div>
      <div className="swap-line t-label muted swap-worth">
        {worth === undefined ? <span /> : <Bdi className="num">{formatValue(worth, locale)}</Bdi>}
        {note}
      </div>
    </div>
  )
}

/** What is received, as digits. The old ones stay, dimmed, while a new price is asked for. */
export function Received({
  labelId,
  amount,
  token,
  dim,
}: {
  readonly labelId: string
  readonly amount: bigint | undefined
  readonly token: SwapToken | undefined
  readonly dim: boolean
}) {
  const locale = useIntlLocale()
  if (amount === undefined && dim) return <span className="sk swap-sk grow" />
  const digits = amount !== undefined && token ? formatAmount(amount, token.decimals, locale) : '0'
  return (
    <output
      className={`swap-amount grow ${dim || amount === undefined ? 'dim' : ''} ${digits.length > 7 ? 'long' : ''}`}
      aria-labelledby={labelId}
    >
      <Bdi className="num">{digits}</Bdi>
    </output>
  )
}
