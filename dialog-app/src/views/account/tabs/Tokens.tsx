import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { hideSmallStore, setHideSmall } from '../../../features/money/portfolio/smallBalances.js'
import { foldTokens, isSmall } from '../../../features/money/portfolio/tokens.js'
import { push } from '../../../features/navigator/view.js'
import { offers } from '../../../features/settings/offers.js'
import type { Dialog } from '../../../lib/dialog.js'
import { useIntlLocale, useT } from '../../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../../lib/useDialog.js'
import { networksStore } from '../../../state/networks.js'
import { portfolioStore, type Token } from '../../../state/portfolio.js'
import { settingsStore } from '../../../state/settings.js'
import { uiStore } from '../../../state/ui.js'
import { Button } from '../../../ui/Button.js'
import { Icon } from '../../../ui/Icon.js'
import { Note } from '../../../ui/Note.js'
import { List, Row } from '../../../ui/Row.js'
import { useSkeleton } from '../../../ui/Skeleton.js'
import type { AccountTab } from './accountTab.js'
import { Old } from './Old.js'
import { TokenRow } from './TokenRow.js'
import { partsOf, shortList, useLongList } from './useLongList.js'
import { useRowContext } from './useRowContext.js'
import { Waiting } from './Waiting.js'

/** Its code has read the list that is on screen: it is here. */
const refresh = (dialog: Dialog) =>
  void import('../../../features/money/portfolio/portfolio.js').then(
    ({ refreshPortfolio }) => refreshPortfolio(dialog),
    () => {},
  )

/** Tokens that are shown before somebody wants all of them. */
const few = 6

function Empty() {
  const dialog = useDialog()
  const t = useT()
  const canReceive = useDialogStore(settingsStore, offers.WalletReceive)
  return (
    <div className="stack g-4 nothing">
      <span className="g g-56">
        <Icon name="wallet" />
      </span>
      <div className="stack g-1">
        <b>{t('tokens.emptyTitle')}</b>
        <p className="muted">{t('tokens.emptyBody')}</p>
      </div>
      {canReceive && (
        <div className="stack g-1">
          <Button focusKey="empty receive" onClick={() => push(dialog, 'WalletReceive')}>
            {t('account.receive')}
          </Button>
          <Button kind="text" focusKey="empty fund" onClick={() => push(dialog, 'WalletFund')}>
            {t('fund.title')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Failed() {
  const dialog = useDialog()
  const t = useT()
  const online = useDialogStore(uiStore, (state) => state.online)
  return (
    <Note icon={online ? 'alert' : 'offline'} title={t(online ? 'tokens.failedTitle' : 'tokens.offlineTitle')}>
      <p>{t(online ? 'tokens.failedBody' : 'tokens.offlineBody')}</p>
      {online && (
        <button type="button" className="btn-inline note-action" onClick={() => refresh(dialog)}>
          {t('common.tryAgain')}
        </button>
      )}
    </Note>
  )
}

/** Networks that do not answer, by name: what is missing, and what is older than the rest. */
function Gaps() {
  const t = useT()
  const locale = useIntlLocale()
  const { missing, behind } = useDialogStore(portfolioStore)
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const named = (ids: readonly string[]) =>
    new Intl.ListFormat(locale).format(networks.filter(({ caipNetworkId }) => ids.includes(caipNetworkId)).map(({ name }) => name))
  return (
    <>
      {missing.length > 0 && (
        <Note icon="alert" tone="warning" title={t('tokens.missingTitle', { count: missing.length, networks: named(missing) })}>
          <p>{t('tokens.missingBody')}</p>
        </Note>
      )}
      {behind.length > 0 && (
        <Note icon="clock" title={t('tokens.missingTitle', { count: behind.length, networks: named(behind) })}>
          <p>{t('tokens.behindBody')}</p>
        </Note>
      )}
    </>
  )
}

function SmallSwitch() {
  const dialog = useDialog()
  const t = useT()
  const hideSmall = useDialogStore(hideSmallStore, (state) => state.hideSmall)
  return (
    <label className="check t-label">
      <input type="checkbox" checked={hideSmall} onChange={(event) => setHideSmall(dialog, event.currentTarget.checked)} />
      <span className="box">
        <Icon name="check" size={16} />
      </span>
      <span className="grow muted">{t('tokens.hideSmall')}</span>
    </label>
  )
}

type TokenListProps = { readonly label: string; readonly tokens: readonly Token[]; readonly children?: ReactNode }

/** Rows of tokens, and what follows them. */
function TokenList({ label, tokens, children }: TokenListProps) {
  const context = useRowContext()
  const Long = useLongList(tokens.length > shortList)
  const parts = useMemo(() => (Long ? partsOf(tokens) : []), [tokens, Long])
  const list = useCallback(
    ({ rows }: { readonly rows: readonly Token[] }, end?: ReactNode) => (
      <List label={label}>
        {rows.map((token) => (
          <TokenRow key={token.id} token={token} context={context} />
        ))}
        {end}
      </List>
    ),
    [label, context],
  )
  if (Long) return <Long parts={parts} draw={list} />
  return list({ rows: Long === undefined ? tokens.slice(0, shortList) : tokens }, children)
}

function Rows({ tokens }: { readonly tokens: readonly Token[] }) {
  const t = useT()
  const hideSmall = useDialogStore(hideSmallStore, (state) => state.hideSmall)
  const [all, setAll] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const { shown, hidden } = foldTokens(tokens, hideSmall)
  const first = all || shown.length <= few + 1 ? shown : shown.slice(0, few)
  return (
    <>
      {shown.length === 0 ? (
        <Empty />
      ) : (
        <TokenList label={t('tokens.tab')} tokens={first}>
          {first.length < shown.length && (
            <li>
              <Row
                bare
                name={t('tokens.all', { count: shown.length })}
                end={<Icon name="down" size={20} className="chev" />}
                focusKey="all tokens"
                onClick={() => setAll(true)}
              />
            </li>
          )}
        </TokenList>
      )}
      {hidden.length > 0 && (
        <>
          <div className="hstack between t-label folded">
            <span className="muted">{t('tokens.hidden', { count: hidden.length })}</span>
            <button type="button" className="btn-inline t-label" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
              {t(unfolded ? 'tokens.hide' : 'tokens.show')}
            </button>
          </div>
          {unfolded && <TokenList label={t('tokens.hidden', { count: hidden.length })} tokens={hidden} />}
        </>
      )}
      {(hideSmall || shown.some(isSmall)) && <SmallSwitch />}
    </>
  )
}

/** What the account holds on all networks of its chain family. */
function Tokens() {
  const dialog = useDialog()
  const { status, tokens, at } = useDialogStore(portfolioStore)
  const waiting = at === undefined && (status === 'idle' || status === 'loading')
  const t = useT()
  const skeleton = useSkeleton(waiting)
  if (waiting || skeleton === 'show') return <Waiting label={t('tokens.loading')} />
  if (at === undefined) return <Failed />
  return (
    <>
      {status === 'stale' && <Old onRetry={() => refresh(dialog)} />}
      <Gaps />
      <Rows tokens={tokens} />
    </>
  )
}

export const tokensTab: AccountTab = {
  id: 'tokens',
  label: 'tokens.tab',
  available: ({ hasPortfolio }) => hasPortfolio,
  Panel: Tokens,
}
