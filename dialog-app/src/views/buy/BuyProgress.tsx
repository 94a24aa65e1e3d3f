import { useEffect } from 'react'
import { buyAgain, reopenPurchase } from '../../features/money/buy/buy.js'
import { back } from '../../features/navigator/view.js'
import { type MessageId, useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { type PurchaseState, purchaseStore } from '../../state/purchase.js'
import { Button, LinkButton } from '../../ui/Button.js'
import { Icon, type IconName } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { Ring, type RingState } from '../../ui/Ring.js'
import { Hero } from '../../ui/templates.js'
import { formatGain } from './figures.js'

type Phase = Exclude<PurchaseState['phase'], 'form' | 'opening'>
type Look = {
  readonly ring: RingState
  readonly heading: MessageId
  readonly body: MessageId
  readonly mark?: { readonly icon: IconName; readonly tone: 'negative' | 'warning' | 'positive' }
}

const looks: Readonly<Record<Phase, Look>> = {
  waiting: { ring: 'run', heading: 'buy.finishTitle', body: 'buy.finishBody' },
  blocked: { ring: 'wait', heading: 'buy.blockedTitle', body: 'buy.blockedBody' },
  closed: { ring: 'wait', heading: 'buy.closedTitle', body: 'buy.closedBody' },
  paid: { ring: 'run', heading: 'buy.paidTitle', body: 'buy.finishBody' },
  arrived: { ring: 'full', heading: 'buy.arrivedTitle', body: 'buy.arrivedBody', mark: { icon: 'check', tone: 'positive' } },
  cancelled: { ring: 'idle', heading: 'buy.cancelledTitle', body: 'buy.nothingCharged' },
  failed: { ring: 'stop', heading: 'buy.failedTitle', body: 'buy.nothingCharged', mark: { icon: 'alert', tone: 'negative' } },
}

/** The way on, of each phase. */
function Actions({ phase, provider, url }: { readonly phase: Phase; readonly provider: string; readonly url: string }) {
  const dialog = useDialog()
  const t = useT()
  const done = (
    <Button kind={phase === 'arrived' ? 'primary' : 'text'} onClick={() => void back(dialog)}>
      {t('buy.done')}
    </Button>
  )
  if (phase === 'arrived' || phase === 'paid') return done
  if (phase === 'cancelled' || phase === 'failed')
    return (
      <>
        <Button onClick={() => buyAgain(dialog)}>{t('common.tryAgain')}</Button>
        {done}
      </>
    )
  return (
    <>
      {phase === 'blocked' ? (
        <LinkButton href={url}>{t('buy.open', { provider })}</LinkButton>
      ) : (
        <Button onClick={() => reopenPurchase(dialog)}>{t('buy.reopen')}</Button>
      )}
      {phase === 'closed' && (
        <Button kind="soft" onClick={() => buyAgain(dialog)}>
          {t('buy.change')}
        </Button>
      )}
      {done}
    </>
  )
}

/** The purchase, from the provider's window until the coins are there. */
export function BuyProgress({ phase, provider }: { readonly phase: Phase; readonly provider: string }) {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const { symbol, url, reason, gained } = useDialogStore(purchaseStore)
  const look = looks[phase]
  const values = { provider, symbol, amount: gained ? `\u2068${formatGain(gained, locale)}\u2069` : symbol }
  const heading = t(look.heading, values)
  useEffect(() => announce(dialog, heading, phase === 'failed' ? 'assertive' : 'polite'), [dialog, heading, phase])
  return (
    <Hero
      title={t('buy.title')}
      icon={
        <Ring state={look.ring} shape="circle" {...(look.mark ? { mark: look.mark } : {})}>
          <span className="g g-72">
            <Icon name="card" />
          </span>
        </Ring>
      }
      heading={heading}
      body={
        <>
          {reason && phase === 'failed' && (
            <>
              <bdi>{reason}</bdi>{' '}
            </>
          )}
          {t(look.body, values)}
        </>
      }
      footer={<Actions phase={phase} provider={provider} url={url} />}
    />
  )
}
