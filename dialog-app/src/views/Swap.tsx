import { type CaipNetworkId, nativeTokenAddress } from '@latchkey/protocol'
import { formatAmount } from '../features/money/amounts.js'
import { amountOf, quoteNow, refreshQuote, shownQuote } from '../features/money/swap/liveQuote.js'
import { reviewSwap } from '../features/money/swap/swapActions.js'
import { chooseToken, startSwap, takePart, turnAround, typeAmount } from '../features/money/swap/swapForm.js'
import { swapLimits } from '../features/money/swap/swapLimits.js'
import { type SwapNeed, swapNeed } from '../features/money/swap/swapNeed.js'
import { useIntlLocale, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { networksStore } from '../state/networks.js'
import { settingsStore } from '../state/settings.js'
import { keyOf, type SwapFailure, type SwapState } from '../state/swap.js'
import { Bdi } from '../ui/Bdi.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import { FormView } from '../ui/templates.js'
import { QuoteRing } from './swap/QuoteRing.js'
import { SwapDetails, useSwapNetwork } from './swap/SwapDetails.js'
import { SwapNotes } from './swap/SwapNotes.js'
import { SwapsElsewhere } from './swap/SwapsElsewhere.js'
import { Received, TokenSide } from './swap/TokenSide.js'
import { useSwap } from './swap/useSwap.js'
import './swap/swap.css'

export { SwapSelectToken } from './swap/SwapSelectToken.js'

const parts = [25, 50, 75, 100] as const

/** Asking again for the same does not help. */
const lasting: ReadonlySet<SwapFailure> = new Set(['liquidity', 'tooLittle', 'keepsPart', 'unknownToken'])

/** The button says what is missing, and what follows. */
function SubmitButton({ state, need }: { readonly state: SwapState; readonly need: SwapNeed }) {
  const dialog = useDialog()
  const t = useT()
  const coin = useSwapNetwork()?.nativeCurrency.symbol ?? ''
  const { from } = state
  const quote = quoteNow(state)
  const isRetry = need === 'noPrice' && quote.status === 'failed' && !lasting.has(quote.failure)
  if (isRetry) return <Button onClick={() => void refreshQuote(dialog)}>{t('common.tryAgain')}</Button>
  const labels: Readonly<Record<SwapNeed, string>> = {
    token: t('swap.chooseToken'),
    amount: t('swap.enterAmount'),
    validAmount: t('send.need.validAmount'),
    funds: t('swap.notEnough', { symbol: from?.symbol ?? '' }),
    price: t('swap.gettingPrice'),
    noPrice: t('swap.noPrice'),
    feeFunds: t('swap.notEnoughFee', { symbol: coin }),
    ready: t('swap.review'),
  }
  const canPress = need === 'ready' || need === 'token'
  return (
    <button
      type="button"
      className="btn"
      data-focus-key="review"
      aria-disabled={!canPress || undefined}
      onClick={() => {
        if (need === 'token') chooseToken(dialog, from ? 'to' : 'from')
        else if (need === 'ready') reviewSwap(dialog)
      }}
    >
      <span>{labels[need]}</span>
    </button>
  )
}

function Balance({ state }: { readonly state: SwapState }) {
  const t = useT()
  const locale = useIntlLocale()
  const { from, balances } = state
  const balance = from && balances[from.address]
  if (!from || balance === undefined) return <span />
  const isShort = (amountOf(state) ?? 0n) > balance
  return (
    <span className={`num ${isShort ? 'negative' : ''}`}>
      {t('swap.balance')} <Bdi>{formatAmount(balance, from.decimals, locale)}</Bdi>
    </span>
  )
}

/** Parts of the balance, once it is known. */
function Parts({ state: { from, balances, isMax, isSponsored } }: { readonly state: SwapState }) {
  const dialog = useDialog()
  const t = useT()
  const hasBalance = from !== undefined && balances[from.address] !== undefined
  return (
    <>
      <div className="swap-chips">
        {parts.map((part) => (
          <button
            key={part}
            type="button"
            className="swap-chip"
            aria-disabled={!hasBalance || undefined}
            onClick={() => takePart(dialog, part)}
          >
            {part === 100 ? t('swap.max') : t('swap.part', { percent: part })}
          </button>
        ))}
      </div>
      {isMax && !isSponsored && from?.address === nativeTokenAddress && (
        <p className="t-label muted">{t('swap.keptForFee', { symbol: from.symbol })}</p>
      )}
    </>
  )
}

/** Where it arrives, when that is another network. */
function ToNetwork({ networkId }: { readonly networkId: CaipNetworkId }) {
  const t = useT()
  const name = useDialogStore(networksStore, ({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === networkId)?.name)
  return <span>{t('swap.onNetwork', { network: name ?? networkId })}</span>
}

function SwapForm({ state }: { readonly state: SwapState }) {
  const dialog = useDialog()
  const t = useT()
  const { from, to, text, prices, slippage } = state
  const quote = quoteNow(state)
  const need = swapNeed(state)
  const amount = amountOf(state)
  const live = shownQuote(state)
  const ready = quote.status === 'ready' ? quote.quote : undefined
  const isWrong = need === 'funds' || need === 'validAmount'
  const submit = () => {
    if (need === 'ready') reviewSwap(dialog)
  }
  return (
    <FormView title={t('swap.title')} tight onSubmit={submit} footer={<SubmitButton state={state} need={need} />}>
      <div className="swap-sides">
        <TokenSide
          label={t('swap.pay')}
          aside={<Balance state={state} />}
          token={from}
          amount={amount}
          price={from && prices[from.address]}
          focusKey="from"
          onChoose={() => chooseToken(dialog, 'from')}
        >
          {(labelId) => (
            <input
              className={`swap-amount num ${text.length > 7 ? 'long' : ''} ${isWrong ? 'negative' : ''}`}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              spellCheck={false}
              placeholder="0"
              value={text}
              aria-labelledby={labelId}
              aria-invalid={isWrong || undefined}
              onChange={(event) => typeAmount(dialog, event.currentTarget.value)}
            />
          )}
        </TokenSide>
        <TokenSide
          label={t('swap.receive')}
          aside={<QuoteRing until={ready && ready.at + swapLimits.refresh} lasts={swapLimits.refresh} busy={quote.status === 'loading'} />}
          token={to}
          note={to?.networkId && <ToNetwork networkId={to.networkId} />}
          amount={live?.amountOut}
          price={to && prices[keyOf(to)]}
          focusKey="to"
          onChoose={() => chooseToken(dialog, 'to')}
        >
          {(labelId) => <Received labelId={labelId} amount={live?.amountOut} token={to} dim={quote.status === 'loading'} />}
        </TokenSide>
        {!to?.networkId && (
          <button type="button" className="swap-turn" aria-label={t('swap.turn')} onClick={() => turnAround(dialog)}>
            <span>
              <Icon name="swap" size={20} />
            </span>
          </button>
        )}
      </div>
      <Parts state={state} />
      <SwapNotes state={state} />
      {from && to && amount && live && (
        <SwapDetails
          from={from}
          to={to}
          amount={amount}
          quote={live}
          slippage={slippage}
          prices={prices}
          isSponsored={state.isSponsored ?? false}
        />
      )}
    </FormView>
  )
}

/** One token for another: how much, at which price, and what it costs. */
export function Swap() {
  const dialog = useDialog()
  const t = useT()
  const state = useSwap()
  const isOn = useDialogStore(settingsStore, ({ features }) => features.swaps)
  if (!isOn || state.listing === 'unsupported') return <SwapsElsewhere />
  if (state.listing === 'failed')
    return (
      <FormView
        title={t('swap.title')}
        onSubmit={() => {}}
        footer={<Button onClick={() => startSwap(dialog)}>{t('common.tryAgain')}</Button>}
      >
        <Note icon="alert" tone="warning" title={t('swap.unavailableTitle')}>
          {t('swap.unavailableBody')}
        </Note>
      </FormView>
    )
  return <SwapForm state={state} />
}
