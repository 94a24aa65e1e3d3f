import { nativeTokenAddress } from '@latchkey/protocol'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { formatAmount, worthOf } from '../features/money/amounts.js'
import { exactAmount } from '../features/money/exactAmount.js'
import { acceptSwap, renewReview } from '../features/money/swap/swapActions.js'
import { swapLimits } from '../features/money/swap/swapLimits.js'
import { watchReview } from '../features/money/swap/watchReview.js'
import { back } from '../features/navigator/view.js'
import { useIntlLocale, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { networksStore } from '../state/networks.js'
import { keyOf, type SwapResult as Result, type SwapReview, type SwapState, swapStore } from '../state/swap.js'
import { Address, Bdi } from '../ui/Bdi.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { Note } from '../ui/Note.js'
import { NetworkIcon } from '../ui/Picture.js'
import { Badge } from '../ui/Row.js'
import { Hero, ListView } from '../ui/templates.js'
import { ContractFact } from './fact/ContractFact.js'
import { crossingFacts } from './swap/crossingFacts.js'
import { QuoteRing } from './swap/QuoteRing.js'
import { useFee } from './swap/SwapDetails.js'
import { SwapFacts } from './swap/SwapFacts.js'
import { ImpactNote } from './swap/SwapNotes.js'
import { SwapProgress } from './swap/SwapProgress.js'
import { SwapResult } from './swap/SwapResult.js'
import { confirmText, failureBodies, failureTitles, percent, toneOf } from './swap/swapTexts.js'
import { useCrossingParts } from './swap/useCrossingParts.js'
import { useSecondsLeft } from './useSecondsLeft.js'
import './swap/swap.css'

type SideProps = { readonly label: string; readonly token: SwapReview['from']; readonly digits: string }

/** One of the two amounts, as large as it matters. A token is known by its address: anybody can take its symbol. */
function Side({ label, token, digits }: SideProps) {
  const t = useT()
  return (
    <div className="box-card swap-side">
      <span className="t-label muted">{label}</span>
      <div className="swap-line">
        <span className={`swap-amount swap-total ${digits.length > 9 ? 'long' : ''}`}>
          <Bdi className="num">{digits}</Bdi> <bdi>{token.symbol}</bdi>
        </span>
        <NetworkIcon src={token.icon} name={token.symbol} />
      </div>
      {token.address !== nativeTokenAddress && (
        <span className="t-label muted swap-token">
          <Address value={token.address} /> {!token.listed && <Badge>{t('tokens.unverified')}</Badge>}
        </span>
      )}
    </div>
  )
}

/** The first step of two is said beforehand. */
function StepLine({ review: { approval, from } }: { readonly review: SwapReview }) {
  const t = useT()
  if (typeof approval !== 'object') return null
  return <p className="t-label muted swap-next">{t(approval.reset ? 'swap.stepsReset' : 'swap.steps', { symbol: from.symbol })}</p>
}

/** Milliseconds from one press of a key that is held to the next, at most. */
const heldKey = 800

function Review({ state, review }: { readonly state: SwapState; readonly review: SwapReview }) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const { from, to, amount, amountOut, minimum, impact, slippage, contract, until } = review
  const [accepted, setAccepted] = useState(false)
  const left = useSecondsLeft(until)
  const { networks } = useDialogStore(networksStore)
  const network = networks.find((one) => one.caipNetworkId === review.networkId)
  const fee = useFee(review.fee, state.prices)
  const isOld = left === 0
  const needsYes = (impact ?? 0) >= swapLimits.highImpact
  // Another price is another question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the price is what was said yes to
  useEffect(() => setAccepted(false), [amountOut])
  const sold = worthOf(amount, from, state.prices[from.address])
  const bought = worthOf(amountOut, to, state.prices[keyOf(to)])
  const pressedAt = useRef(0)
  const press = ({ detail }: MouseEvent) => {
    const now = dialog.now()
    const isHeld = detail === 0 && now - pressedAt.current < heldKey
    pressedAt.current = now
    // The second press of a double click is not an answer to the question that the first one asked, nor is what a key presses that is held.
    if (detail > 1 || (accepted && isHeld)) return
    if (isOld) renewReview(dialog)
    else if (needsYes && !accepted) setAccepted(true)
    else acceptSwap(dialog)
  }
  const label = isOld ? t('swap.newPrice') : needsYes && accepted ? t('swap.yesAnyway') : confirmText(t, review, accepted)
  const busy = state.reviewing === 'loading'
  return (
    <ListView
      title={t('swap.reviewTitle')}
      tight
      footer={
        <>
          <button
            type="button"
            className="btn"
            data-focus-key="confirm"
            aria-disabled={busy || undefined}
            onClick={busy ? undefined : press}
          >
            <span>{busy ? t('swap.gettingPrice') : label}</span>
          </button>
          <StepLine review={review} />
        </>
      }
    >
      <div className="swap-sides">
        <Side label={t('swap.pay')} token={from} digits={exactAmount(amount, from.decimals, locale)} />
        <Side label={t('swap.receiveAbout')} token={to} digits={formatAmount(amountOut, to.decimals, locale)} />
      </div>
      {state.problem && (
        <Note icon="alert" tone="negative" title={t('swap.notSwapped')}>
          {state.problem.message}
          {state.problem.approved && ` ${t('swap.approvedAlone', { symbol: state.problem.approved })}`}
        </Note>
      )}
      {isOld && (
        <Note icon="refresh" tone="warning" title={t('swap.oldTitle')}>
          {t('swap.oldBody')}
        </Note>
      )}
      {!isOld && state.moved !== undefined && (
        <Note icon="refresh" tone="warning" title={t('swap.movedTitle')}>
          {t('swap.less', { amount: formatAmount(state.moved, to.decimals, locale), symbol: to.symbol })}
        </Note>
      )}
      <ImpactNote impact={impact} lost={sold !== undefined && bought !== undefined ? sold - bought : undefined} />
      <SwapFacts
        facts={[
          [t('swap.atLeast'), <Bdi key="least">{`${exactAmount(minimum, to.decimals, locale)} ${to.symbol}`}</Bdi>],
          [
            t('swap.impact'),
            impact === undefined ? t('tokens.noPrice') : <Bdi key="impact">{percent(impact, locale)}</Bdi>,
            toneOf(impact),
          ],
          [
            t('swap.fee'),
            review.isSponsored ? t('send.feePaid') : <Bdi key="fee">{review.isFeeMost ? t('send.feeMost', { fee }) : fee}</Bdi>,
          ],
          [t('swap.slippage'), <Bdi key="slippage">{percent(slippage, locale)}</Bdi>],
          [to.networkId ? t('swap.fromNetwork') : t('account.network'), network?.name ?? ''],
          ...crossingFacts(t, locale, review, networks),
          [t('swap.priceHolds'), <QuoteRing key="ring" until={isOld ? undefined : until} lasts={swapLimits.reviewFor} busy={busy} />],
        ]}
      >
        <ContractFact contract={contract} />
      </SwapFacts>
    </ListView>
  )
}

function Waiting() {
  const t = useT()
  return (
    <ListView title={t('swap.reviewTitle')} tight>
      <div className="stack g-2" role="status" aria-label={t('swap.gettingPrice')}>
        <span className="sk swap-sk" />
        <span className="sk swap-sk" />
        <span className="sk swap-sk" />
      </div>
    </ListView>
  )
}

/** What goes to another network: fetched when something went there. */
function Sent(props: { readonly result: Result; readonly review: SwapReview }) {
  const t = useT()
  const { parts, retry } = useCrossingParts(true)
  if (retry)
    return (
      <Hero
        title={t('shell.loadTitle')}
        heading={t('shell.loadTitle')}
        body={t('shell.loadBody')}
        icon={
          <span className="g g-72">
            <Icon name="offline" />
          </span>
        }
        footer={<Button onClick={retry}>{t('common.tryAgain')}</Button>}
      />
    )
  return parts ? <parts.CrossingResult {...props} /> : <Waiting />
}

/** What is swapped, before the wallet is asked; then how it goes on, and how it ended. */
export function SwapPreview() {
  const dialog = useDialog()
  const t = useT()
  const state = useDialogStore(swapStore)
  const { review, reviewing, progress, result, problem } = state
  const hasReview = review !== undefined
  useEffect(() => (hasReview ? watchReview(dialog) : undefined), [dialog, hasReview])
  if (result && review) {
    const { status } = result
    return status === 'sent' ? <Sent result={result} review={review} /> : <SwapResult result={{ ...result, status }} review={review} />
  }
  if (progress && review) return <SwapProgress progress={progress} review={review} />
  if (review) return <Review state={state} review={review} />
  const failure = reviewing === 'idle' || reviewing === 'loading' ? undefined : reviewing
  if (failure || problem)
    return (
      <Hero
        title={t('swap.reviewTitle')}
        icon={
          <span className="g g-72">
            <Icon name="alert" size={24} />
          </span>
        }
        heading={failure ? t(failureTitles[failure]) : t('swap.notSwapped')}
        body={
          failure
            ? t(failureBodies[failure])
            : `${problem?.message} ${problem?.approved ? t('swap.approvedAlone', { symbol: problem.approved }) : ''}`
        }
        footer={
          <>
            {failure !== 'changed' && <Button onClick={() => renewReview(dialog)}>{t('common.tryAgain')}</Button>}
            <Button kind={failure === 'changed' ? 'primary' : 'text'} onClick={() => back(dialog)}>
              {t('swap.goBack')}
            </Button>
          </>
        }
      />
    )
  return <Waiting />
}
