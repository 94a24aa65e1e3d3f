import { formatAmount, formatValue } from '../../features/money/amounts.js'
import { amountOf } from '../../features/money/swap/liveQuote.js'
import { readSwapAbout } from '../../features/money/swap/swapAbout.js'
import { approvedAlone } from '../../features/money/swap/swapForm.js'
import { swapLimits } from '../../features/money/swap/swapLimits.js'
import { worthOf } from '../../features/money/swap/swapMath.js'
import { forgetTransaction } from '../../features/money/transactions/transactions.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import type { SwapState } from '../../state/swap.js'
import { transactionsStore } from '../../state/transactions.js'
import { Note } from '../../ui/Note.js'
import { failureBodies, failureTitles, percent } from './swapTexts.js'

/** What a high price impact costs, in money where that is known. */
export function ImpactNote({ impact, lost }: { readonly impact: number | undefined; readonly lost: bigint | undefined }) {
  const t = useT()
  const locale = useIntlLocale()
  if (impact === undefined || impact < swapLimits.highImpact) return null
  const title =
    lost === undefined || lost <= 0n
      ? t('swap.loseShare', { percent: percent(impact, locale) })
      : t('swap.loseValue', { value: formatValue(lost, locale) })
  return (
    <Note icon="alert" tone="negative" title={title}>
      {t('swap.loseBody')}
    </Note>
  )
}

/** A token that nobody vouches for is named as one, with its contract. */
function UnlistedNote({ state: { from, to } }: { readonly state: SwapState }) {
  const t = useT()
  const strangers = [from, to].flatMap((token) => (token && !token.listed ? [token.symbol] : []))
  if (strangers.length === 0) return null
  return (
    <Note icon="alert" tone="warning" title={t('swap.unlistedTitle', { symbol: strangers.join(', ') })}>
      {t('tokens.unverifiedBody')}
    </Note>
  )
}

/** An approval of an earlier try, and a swap that is still on its way. */
function EarlierNote() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  useDialogStore(transactionsStore)
  useDialogStore(sessionStore)
  const approval = approvedAlone(dialog)
  const about = approval && readSwapAbout(approval)
  const connection = currentConnection(dialog)
  const network = useDialogStore(networksStore, ({ networks }) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === connection?.networkId),
  )
  const waiting = transactionsStore(dialog)
    .getState()
    .transactions.find(
      ({ purpose, status, networkId, from }) =>
        purpose === 'swap' &&
        (status === 'pending' || status === 'unsure' || status === 'asking') &&
        networkId === connection?.networkId &&
        from.toLowerCase() === connection.accounts[0]?.address.toLowerCase(),
    )
  const swap = waiting && readSwapAbout(waiting)
  return (
    <>
      {swap && (
        <Note icon="clock" title={t('swap.underWay', { from: swap.from.symbol, to: swap.to.symbol })}>
          {t(waiting.status === 'unsure' ? 'swap.unsureBody' : 'swap.underWayBody', { network: network?.name ?? '' })}
        </Note>
      )}
      {about?.step === 'approve' && approval && (
        <Note
          icon="info"
          tone="warning"
          title={t('swap.approvedAloneTitle', { symbol: about.from.symbol })}
          end={
            <button type="button" className="btn-inline" onClick={() => forgetTransaction(dialog, approval.id)}>
              {t('swap.understood')}
            </button>
          }
        >
          {t('swap.approvedAloneBody', {
            amount: formatAmount(BigInt(about.amount), about.from.decimals, locale),
            symbol: about.from.symbol,
          })}
        </Note>
      )}
    </>
  )
}

/** What the user should know before they go on: most important first. */
export function SwapNotes({ state }: { readonly state: SwapState }) {
  const t = useT()
  const { problem, quote, from, to, prices } = state
  const amount = amountOf(state)
  const live = quote.status === 'ready' ? quote.quote : undefined
  const sold = from && amount !== undefined ? worthOf(amount, from, prices[from.address]) : undefined
  const bought = to && live ? worthOf(live.amountOut, to, prices[to.address]) : undefined
  return (
    <>
      {problem && (
        <Note icon="alert" tone="negative" title={t('swap.notSwapped')}>
          {problem.message}
          {problem.approved && ` ${t('swap.approvedAlone', { symbol: problem.approved })}`}
        </Note>
      )}
      {!problem?.approved && <EarlierNote />}
      {quote.status === 'failed' && (
        <Note icon="alert" tone="warning" title={t(failureTitles[quote.failure])}>
          {t(failureBodies[quote.failure])}
        </Note>
      )}
      <UnlistedNote state={state} />
      {live && <ImpactNote impact={live.impact} lost={sold !== undefined && bought !== undefined ? sold - bought : undefined} />}
    </>
  )
}
