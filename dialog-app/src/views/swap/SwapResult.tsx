import { formatAmount } from '../../features/money/amounts.js'
import { finishSwap } from '../../features/money/swap/performSwap.js'
import { back, reset } from '../../features/navigator/view.js'
import { type MessageId, useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import type { SwapResult as Result, SwapReview } from '../../state/swap.js'
import { Button, LinkButton } from '../../ui/Button.js'
import { NetworkIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { explorerLink } from '../account/explorerLink.js'
import { useSwapNetwork } from './SwapDetails.js'

const titles = {
  done: 'swap.doneTitle',
  failed: 'swap.failedTitle',
  dropped: 'swap.droppedTitle',
  replaced: 'swap.replacedTitle',
  unsure: 'swap.unsureTitle',
} as const satisfies Readonly<Record<Result['status'], MessageId>>

const bodies = {
  failed: 'swap.failedBody',
  dropped: 'swap.droppedBody',
  replaced: 'swap.replacedBody',
  unsure: 'swap.unsureBody',
} as const satisfies Readonly<Record<Exclude<Result['status'], 'done'>, MessageId>>

/** How a swap ended: what really arrived, or why nothing did. */
export function SwapResult({
  result: { status, received, hash, reason },
  review,
}: {
  readonly result: Result
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
    status === 'done' ? t(received === undefined ? 'swap.doneAtLeast' : 'swap.doneBody', { ...arrived, ...sold }) : t(bodies[status])
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
      heading={t(titles[status], { symbol: to.symbol })}
      body={<span role="status">{reason ? `${body} ${reason}` : body}</span>}
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
