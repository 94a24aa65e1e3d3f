import { chosenToken } from '../../features/balances/chosenToken.js'
import { formatValue } from '../../features/money/amounts.js'
import { changeOf, totalOf } from '../../features/money/portfolio/tokens.js'
import { useIntlLocale, useT } from '../../lib/i18n.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { networksStore } from '../../state/networks.js'
import { portfolioStore } from '../../state/portfolio.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { useSkeleton } from '../../ui/Skeleton.js'
import { AsOf } from './AsOf.js'
import { Balance, sizeOf } from './Balance.js'
import { Change } from './Change.js'

/** How prices moved the total within a day, or what it lacks or knows only from before: it stands beside the number on every tab. */
function Beside() {
  const t = useT()
  const locale = useIntlLocale()
  const { tokens, missing, behind } = useDialogStore(portfolioStore)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const ids: readonly string[] = missing.length > 0 ? missing : behind
  if (ids.length === 0) {
    const change = changeOf(tokens)
    if (change === undefined) return null
    return (
      <p className="t-label">
        <Change change={change} />{' '}
        <span className="muted" aria-hidden="true">
          {t('change.today')}
        </span>
      </p>
    )
  }
  const named = networks.filter(({ caipNetworkId }) => ids.includes(caipNetworkId)).map(({ name }) => `\u2068${name}\u2069`)
  const text = { networks: new Intl.ListFormat(locale).format(named) }
  return (
    <p className="t-label gap" data-gap>
      {missing.length > 0 ? t('account.without', text) : t('account.partlyOld', text)}
    </p>
  )
}

/** Before a total that is not all of it, or not all of today: what is there at least, or about. */
function Mark({ mark }: { readonly mark: 'least' | 'about' }) {
  const t = useT()
  return (
    <>
      <span className="visually-hidden">{t(`account.${mark}`)} </span>
      <bdi dir="ltr" aria-hidden="true" data-mark={mark}>
        {mark === 'least' ? '≥' : '≈'}{' '}
      </bdi>
    </>
  )
}

/** What everything is worth, or the balance that the page chose; where nothing has a price, or nothing is known of the tokens, how much of the network's coin there is. */
export function Total() {
  const t = useT()
  const locale = useIntlLocale()
  const { status, tokens, missing, behind, at, isOld = false } = useDialogStore(portfolioStore)
  const networkId = useDialogStore(sessionStore, activeConnection)?.networkId
  const chosen = useDialogStore(settingsStore, ({ options }) => chosenToken(options, networkId))
  const waiting = at === undefined && (status === 'idle' || status === 'loading')
  const skeleton = useSkeleton(waiting)
  // The age of a list that the server is about to replace waits as a placeholder does, so that it does not flash.
  const age = useSkeleton(isOld)
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
  const isAged = at !== undefined && (status === 'stale' || age === 'show')
  const mark = missing.length > 0 ? 'least' : behind.length > 0 ? 'about' : undefined
  return (
    <div className="hstack between balance">
      <p className={`t-display ${sizeOf(text)}`}>
        <span className="visually-hidden">{t('account.total')} </span>
        {mark && <Mark mark={mark} />}
        <bdi dir="ltr" data-total>
          {text}
        </bdi>
      </p>
      {isAged ? <AsOf at={at} /> : <Beside />}
    </div>
  )
}
