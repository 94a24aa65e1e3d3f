import { nativeTokenAddress } from '@latchkey/protocol'
import { formatAmount, formatValue } from '../../features/money/amounts.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import type { LiveQuote, SwapToken } from '../../state/swap.js'
import { Bdi } from '../../ui/Bdi.js'
import { crossingFacts } from './crossingFacts.js'
import { Slippage } from './Slippage.js'
import { SwapFacts } from './SwapFacts.js'
import { percent, rateOf, routeText, toneOf } from './swapTexts.js'

/** The network that is swapped on. */
export function useSwapNetwork() {
  const dialog = useDialog()
  const networkId = useDialogStore(sessionStore, () => currentConnection(dialog)?.networkId)
  return useDialogStore(networksStore, ({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === networkId))
}

/** A fee in the coin of the network, and in money where its price is known. */
export function useFee(fee: bigint | undefined, prices: Readonly<Record<string, bigint>>): string {
  const t = useT()
  const locale = useIntlLocale()
  const coin = useSwapNetwork()?.nativeCurrency
  if (fee === undefined || !coin) return t('tokens.noPrice')
  const price = prices[nativeTokenAddress]
  const amount = `${formatAmount(fee, coin.decimals, locale)} ${coin.symbol}`
  return price ? formatValue((fee * price) / 10n ** BigInt(coin.decimals), locale) : amount
}

type Details = {
  readonly from: SwapToken
  readonly to: SwapToken
  readonly amount: bigint
  readonly quote: LiveQuote
  readonly slippage: number
  readonly prices: Readonly<Record<string, bigint>>
  /** Somebody else pays the fee. */
  readonly isSponsored: boolean
}

/** What a price is made of. */
export function SwapDetails({ from, to, amount, quote, slippage, prices, isSponsored }: Details) {
  const t = useT()
  const locale = useIntlLocale()
  const { networks } = useDialogStore(networksStore)
  const fee = useFee(quote.fee, prices)
  const rate = `1 ${from.symbol} = ${formatAmount(rateOf(from, amount, quote.amountOut), to.decimals, locale)} ${to.symbol}`
  return (
    <div className="stack">
      <SwapFacts
        facts={[
          [t('swap.rate'), <Bdi key="rate">{rate}</Bdi>],
          [
            t('swap.impact'),
            quote.impact === undefined ? t('tokens.noPrice') : <Bdi key="impact">{percent(quote.impact, locale)}</Bdi>,
            toneOf(quote.impact),
          ],
          [t('swap.fee'), isSponsored ? t('send.feePaid') : <Bdi key="fee">{fee}</Bdi>],
          ...crossingFacts(t, locale, { to, crossing: quote.crossing }, networks),
          [t('swap.route'), routeText(t, quote)],
        ]}
      />
      <Slippage value={slippage} />
    </div>
  )
}
