import { formatAmount } from '../../features/money/amounts.js'
import { dismissEarlier, earlierStep } from '../../features/money/swap/earlierSteps.js'
import { finishSwap } from '../../features/money/swap/swapActions.js'
import { back, reset } from '../../features/navigator/view.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import type { SwapResult as Result, SwapReview } from '../../state/swap.js'
import { Button, LinkButton } from '../../ui/Button.js'
import { NetworkIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { explorerLink } from '../account/explorerLink.js'
import { useSeen } from '../useSeen.js'
import { useSwapNetwork } from './SwapDetails.js'
import { resultBodies, resultTitles } from './swapTexts.js'

/** How a swap ended: what really arrived, or why nothing did. */
export function SwapResult({
  result: { status, received, hash, reason, approved },
  review,
}: {
  readonly result: Result & { readonly status: Exclude<Result['status'], 'sent'> }
  readonly review: SwapReview
}) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const network = useSwapNetwork()
  const { from, to, amount, minimum } = review
  const explorer = hash ? explorerLink(network, hash, 'tx') : undefined
  const arrived = { amount: formatAmount(received ?? minimum, to.decimals, locale), symbol: to.symbol }
  const sold = { sold: formatAmount(amount, from.decimals, locale), from: from.symbol }
  const body =
    status === 'done' ? t(received === undefined ? 'swap.doneAtLeast' : 'swap.doneBody', { ...arrived, ...sold }) : t(resultBodies[status])
  useSeen(status !== 'unsure', hash, () => {
    const step = earlierStep(dialog)
    if (step && step.hash === hash) dismissEarlier(dialog, step)
    finishSwap(dialog)
  })
  return (
    <Hero
      title={t('swap.title')}
      icon={
        <Ring state={status === 'done' ? 'full' : status === 'failed' ? 'stop' : 'wait'} shape="circle">
          <span className="swap-pair">
            <NetworkIcon src={from.icon} name={from.symbol} />
            <NetworkIcon src={to.icon} name={to.symbol} />
          </span>
        </Ring>
      }
      heading={t(resultTitles[status], { symbol: to.symbol })}
      body={
        <span role="status">
          {[body, reason && `\u2068${reason}\u2069`, approved && t('swap.approvedAlone', { symbol: approved })].filter(Boolean).join(' ')}
        </span>
      }
      footer={
        <>
          <Button
            onClick={() => {
              finishSwap(dialog)
              if (status === 'done') reset(dialog, 'Account')
              else back(dialog)
            }}
          >
            {t(status === 'done' ? 'swap.finished' : 'swap.goBack')}
          </Button>
          {explorer && (
            <LinkButton kind="text" href={explorer}>
              {t('account.explorer')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}
