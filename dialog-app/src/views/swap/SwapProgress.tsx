import { formatAmount } from '../../features/money/amounts.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { askingStore } from '../../state/asking.js'
import type { SwapProgress as Progress, SwapReview } from '../../state/swap.js'
import { Icon } from '../../ui/Icon.js'
import { NetworkIcon } from '../../ui/Picture.js'
import { Ring } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { AskedWalletLink } from '../AskedWalletLink.js'
import { useSwapNetwork } from './SwapDetails.js'
import { useWalletName } from './useSwap.js'

/** The steps of a swap, in their order. */
function stepsOf({ approval }: SwapReview): readonly Progress['step'][] {
  if (typeof approval !== 'object') return ['swap']
  return approval.reset ? ['reset', 'approve', 'swap'] : ['approve', 'swap']
}

/** What is waited for, and which steps are done. */
export function SwapProgress({ progress, review }: { readonly progress: Progress; readonly review: SwapReview }) {
  const t = useT()
  const locale = useIntlLocale()
  const wallet = useWalletName()
  const href = useDialogStore(askingStore, (state) => state.href)
  const network = useSwapNetwork()?.name ?? ''
  const { from, to, amount, amountOut } = review
  const steps = stepsOf(review)
  const now = steps.indexOf(progress.step)
  const texts = {
    reset: t('swap.stepReset', { symbol: from.symbol }),
    approve: t('swap.stepApprove', { symbol: from.symbol }),
    swap: t('swap.stepSwap'),
  } as const
  const body =
    progress.waits === 'chain'
      ? t('swap.waitsForNetwork', { network })
      : progress.step === 'swap'
        ? t('swap.confirmIn', { wallet })
        : t('swap.approveIn', { wallet, symbol: from.symbol })
  return (
    <Hero
      title={t('swap.swapping')}
      icon={
        <Ring state="run" shape="circle">
          <span className="swap-pair">
            <NetworkIcon src={from.icon} name={from.symbol} />
            <NetworkIcon src={to.icon} name={to.symbol} />
          </span>
        </Ring>
      }
      heading={t('swap.fromTo', {
        amount: formatAmount(amount, from.decimals, locale),
        from: from.symbol,
        received: formatAmount(amountOut, to.decimals, locale),
        to: to.symbol,
      })}
      body={<span role="status">{body}</span>}
      footer={progress.waits === 'wallet' && href && <AskedWalletLink href={href}>{t('pair.open', { wallet })}</AskedWalletLink>}
      more={
        steps.length > 1 && (
          <ol className="box-card swap-steps">
            {steps.map((step, index) => (
              <li key={step} className={index < now ? 'done' : ''} aria-current={index === now ? 'step' : undefined}>
                <span className="count">{index < now ? <Icon name="check" size={16} /> : index + 1}</span>
                {texts[step]}
              </li>
            ))}
          </ol>
        )
      }
    />
  )
}
