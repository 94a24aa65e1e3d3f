import { formatBalance } from '../../lib/format.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { balanceStore } from '../../state/balance.js'
import { Button } from '../../ui/Button.js'
import { useSkeleton } from '../../ui/Skeleton.js'
import { AsOf } from './AsOf.js'

/** Long amounts shrink in two steps before they would be cut. */
export function sizeOf(text: string): '' | 'long' | 'fit' {
  if (text.length > 18) return 'fit'
  return text.length > 12 ? 'long' : ''
}

/** The native balance: large, never older than it says. */
export function Balance() {
  const dialog = useDialog()
  const t = useT()
  const locale = useIntlLocale()
  const { status, value, decimals, symbol, at } = useDialogStore(balanceStore)
  const known = value !== undefined && decimals !== undefined
  const skeleton = useSkeleton(!known && (status === 'idle' || status === 'loading'))
  const stale = known && at !== undefined && (status === 'stale' || status === 'failed')

  if (status === 'unavailable') return <p className="muted balance">{t('account.balanceUnavailable')}</p>
  if (!known && status === 'failed') {
    return (
      <div className="hstack between balance">
        <p className="muted">{t('account.balanceFailed')}</p>
        <span className="balance-retry">
          <Button
            kind="text"
            onClick={() =>
              void import('../../features/balances/balance.js').then(
                ({ refreshBalance }) => refreshBalance(dialog),
                () => {},
              )
            }
          >
            {t('common.tryAgain')}
          </Button>
        </span>
      </div>
    )
  }
  if (!known || skeleton === 'show') {
    return (
      <div className="balance">
        <span className="visually-hidden">{t('account.balanceLoading')}</span>
        {skeleton === 'show' && <span className="sk balance-sk" />}
      </div>
    )
  }
  const amount = formatBalance(value, decimals, { locale })
  const text = symbol ? `${amount} ${symbol}` : amount
  return (
    <div className="hstack between balance">
      <p className={`t-display ${sizeOf(text)}`}>
        <span className="visually-hidden">{t('account.balance')} </span>
        <bdi dir="ltr" data-balance>
          {text}
        </bdi>
      </p>
      {stale && <AsOf at={at} />}
    </div>
  )
}
