import { chosenToken } from '../../features/balances/chosenToken.js'
import { formatValue } from '../../features/money/amounts.js'
import { totalOf } from '../../features/money/portfolio/tokens.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { portfolioStore } from '../../state/portfolio.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { useSkeleton } from '../../ui/Skeleton.js'
import { AsOf } from './AsOf.js'
import { Balance, sizeOf } from './Balance.js'

/** What the total lacks, or knows only from before: it stands beside the number on every tab. */
function Gap() {
  const t = useT()
  const locale = useIntlLocale()
  const { missing, behind } = useDialogStore(portfolioStore)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const ids: readonly string[] = missing.length > 0 ? missing : behind
  if (ids.length === 0) return null
  const named = networks.filter(({ caipNetworkId }) => ids.includes(caipNetworkId)).map(({ name }) => `\u2068${name}\u2069`)
  const text = { networks: new Intl.ListFormat(locale).format(named) }
  return (
    <p className="t-label gap" data-gap>
      {missing.length > 0 ? t('account.without', text) : t('account.partlyOld', text)}
    </p>
  )
}

/** What everything is worth, or the balance that the page chose; where nothing has a price, or nothing is known of the tokens, how much of the network's coin there is. */
export function Total() {
  const t = useT()
  const locale = useIntlLocale()
  const { status, tokens, at } = useDialogStore(portfolioStore)
  const networkId = useDialogStore(sessionStore, activeConnection)?.networkId
  const chosen = useDialogStore(settingsStore, ({ options }) => chosenToken(options, networkId))
  const waiting = at === undefined && (status === 'idle' || status === 'loading')
  const skeleton = useSkeleton(waiting)
  if (chosen) return <Balance />
  if (waiting || skeleton === 'show') {
    return (
      <div className="balance">
        <span className="visually-hidden">{t('account.balanceLoading')}</span>
        {skeleton === 'show' && <span className="sk balance-sk" />}
      </div>
    )
  }
  const total = at === undefined ? undefined : totalOf(tokens)
  if (total === undefined) return <Balance />
  const text = formatValue(total, locale)
  return (
    <div className="hstack between balance">
      <p className={`t-display ${sizeOf(text)}`}>
        <span className="visually-hidden">{t('account.total')} </span>
        <bdi dir="ltr" data-total>
          {text}
        </bdi>
      </p>
      {status === 'stale' && at !== undefined && <AsOf at={at} />}
      {status !== 'stale' && <Gap />}
    </div>
  )
}
