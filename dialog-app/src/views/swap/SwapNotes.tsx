import { formatAmount, formatValue, worthOf } from '../../features/money/amounts.js'
import { approvedAlone, dismissEarlier, earlierStep } from '../../features/money/swap/earlierSteps.js'
import { amountOf, quoteNow } from '../../features/money/swap/liveQuote.js'
import { readSwapAbout } from '../../features/money/swap/swapAbout.js'
import { swapLimits } from '../../features/money/swap/swapLimits.js'
import { type Translate, useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { keyOf, type SwapState } from '../../state/swap.js'
import { isOver, type Transaction, transactionsStore } from '../../state/transactions.js'
import { Note } from '../../ui/Note.js'
import { useSeen } from '../useSeen.js'
import { failureBodies, failureTitles, percent, resultBodies, resultTitles } from './swapTexts.js'
import { useCrossingParts } from './useCrossingParts.js'

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

type About = NonNullable<ReturnType<typeof readSwapAbout>>

/** How it stands with an earlier step: a title and a sentence. */
function earlierTexts(
  t: Translate,
  { purpose, status }: Transaction,
  { from, to, minimum, amount }: About,
  { wallet, network, locale }: Readonly<Record<'wallet' | 'network' | 'locale', string>>,
): readonly [string, string] {
  const { symbol } = from
  const isSwap = purpose === 'swap'
  switch (status) {
    case 'asking':
      return [t('connecting.continueTitle', { wallet }), isSwap ? t('swap.confirmIn', { wallet }) : t('swap.approveIn', { wallet, symbol })]
    case 'pending':
      return isSwap
        ? [t('swap.underWay', { from: symbol, to: to.symbol }), t('swap.underWayBody', { network })]
        : [t('swap.approvalUnderWay', { symbol }), t('swap.waitsForNetwork', { network })]
    case 'confirmed': {
      const received = { amount: formatAmount(BigInt(minimum), to.decimals, locale), symbol: to.symbol }
      const sold = { sold: formatAmount(BigInt(amount), from.decimals, locale), from: symbol }
      return [t('swap.doneTitle', { symbol: to.symbol }), t('swap.doneAtLeast', { ...received, ...sold })]
    }
    default:
      return isSwap ? [t(resultTitles[status]), t(resultBodies[status])] : [t('swap.unsureTitle'), t('swap.approveLost', { symbol })]
  }
}

/** A step of an earlier try, or of another tab, that is not over, or whose end the user has not seen; and an approval that stands alone. */
function EarlierNote() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  useDialogStore(transactionsStore)
  useDialogStore(sessionStore)
  const connection = currentConnection(dialog)
  const network = useDialogStore(networksStore, ({ networks }) =>
    networks.find(({ caipNetworkId }) => caipNetworkId === connection?.networkId),
  )
  const names = { wallet: connection?.wallet.name ?? '', network: network?.name ?? '', locale }
  const step = earlierStep(dialog)
  const stepAbout = step && readSwapAbout(step)
  const isCrossing = stepAbout?.to.networkId !== undefined && step?.status === 'confirmed'
  const { parts: crossing, retry } = useCrossingParts(isCrossing)
  const texts = stepAbout && !isCrossing && earlierTexts(t, step, stepAbout, names)
  const goesOn = step?.status === 'asking' || step?.status === 'pending'
  useSeen(step !== undefined && isOver(step) && !isCrossing, step?.id, () => step && dismissEarlier(dialog, step))
  const approval = approvedAlone(dialog)
  const about = approval && readSwapAbout(approval)
  const gotIt = (one: Transaction) => (
    <button type="button" className="btn-inline" onClick={() => dismissEarlier(dialog, one)}>
      {t('swap.understood')}
    </button>
  )
  return (
    <>
      {isCrossing && crossing && step && stepAbout && <crossing.CrossingNote step={step} about={stepAbout} />}
      {retry && (
        <Note
          icon="offline"
          tone="warning"
          title={t('shell.loadTitle')}
          end={
            <button type="button" className="btn-inline" onClick={retry}>
              {t('common.tryAgain')}
            </button>
          }
        >
          {t('shell.loadBody')}
        </Note>
      )}
      {step && texts && (
        <Note
          icon={goesOn ? 'clock' : step.status === 'confirmed' ? 'check' : 'alert'}
          tone={goesOn || step.status === 'confirmed' ? 'plain' : 'warning'}
          title={texts[0]}
          end={!goesOn && gotIt(step)}
        >
          {texts[1]}
        </Note>
      )}
      {about?.step === 'approve' && approval && (
        <Note icon="info" tone="warning" title={t('swap.approvedAloneTitle', { symbol: about.from.symbol })} end={gotIt(approval)}>
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
  const { problem, from, to, prices } = state
  const quote = quoteNow(state)
  const amount = amountOf(state)
  const live = quote.status === 'ready' ? quote.quote : undefined
  const sold = from && amount !== undefined ? worthOf(amount, from, prices[from.address]) : undefined
  const bought = to && live ? worthOf(live.amountOut, to, prices[keyOf(to)]) : undefined
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
