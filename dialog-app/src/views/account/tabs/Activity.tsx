import { useEffect, useMemo, useRef } from 'react'
import { loadMore, retryActivity, watchActivity } from '../../../features/money/activity/activity.js'
import { groupByMonth } from '../../../features/money/activity/readActivity.js'
import { useIntlLocale, useT } from '../../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../../lib/useDialog.js'
import { type Activity as ActivityEntry, activityStore } from '../../../state/activity.js'
import { networksStore } from '../../../state/networks.js'
import { activeConnection, sessionStore } from '../../../state/session.js'
import { uiStore } from '../../../state/ui.js'
import { Icon } from '../../../ui/Icon.js'
import { Note } from '../../../ui/Note.js'
import { List } from '../../../ui/Row.js'
import { useSkeleton } from '../../../ui/Skeleton.js'
import { ActivityRow } from './ActivityRow.js'
import { Elsewhere } from './Elsewhere.js'
import type { Part } from './LongList.js'
import { Old } from './Old.js'
import { Searching } from './Searching.js'
import { partsOf, shortList, useLongList } from './useLongList.js'
import { Waiting } from './Waiting.js'
import './activity.css'

/** Who did not answer the last time, in words; undefined while all did. */
function useSilent(): string | undefined {
  const t = useT()
  const silent = useDialogStore(activityStore, (state) => state.silent)
  const networkId = useDialogStore(sessionStore, activeConnection)?.networkId
  const network = useDialogStore(networksStore, ({ networks }) => networks.find(({ caipNetworkId }) => caipNetworkId === networkId))
  if (!silent) return undefined
  return silent === 'network' && network ? t('activity.networkSilent', { network: network.name }) : t('activity.serverSilent')
}

function Failed() {
  const dialog = useDialog()
  const t = useT()
  const online = useDialogStore(uiStore, (state) => state.online)
  const silent = useSilent()
  return (
    <Note icon={online ? 'alert' : 'offline'} title={t(online ? 'activity.failedTitle' : 'tokens.offlineTitle')}>
      {online && silent && <p>{silent}</p>}
      <p>{t(online ? 'activity.failedBody' : 'activity.offlineBody')}</p>
      {online && (
        <button type="button" className="btn-inline note-action" onClick={() => retryActivity(dialog)}>
          {t('common.tryAgain')}
        </button>
      )}
    </Note>
  )
}

function Empty() {
  const t = useT()
  const { isSearching, isPartial } = useDialogStore(activityStore)
  return (
    <div className="stack g-3 nothing">
      <span className="g g-56">
        <Icon name="clock" />
      </span>
      <div className="stack g-1">
        <b>{t(isSearching ? 'activity.searchingTitle' : 'activity.emptyTitle')}</b>
        {isSearching ? <Searching /> : <p className="muted">{t(isPartial ? 'activity.partial' : 'activity.emptyBody')}</p>}
      </div>
    </div>
  )
}

/** What follows the last line: the next page, asked for when the end comes into sight. */
function End({ count }: { readonly count: number }) {
  const dialog = useDialog()
  const t = useT()
  const { hasMore, more, isSearching, isPartial } = useDialogStore(activityStore)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const end = button.current
    if (!end || count === 0) return
    // Anew after each page: an end that stays in sight is not reported twice.
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) void loadMore(dialog)
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [dialog, count])
  if (!hasMore && isSearching) return <Searching />
  if (!hasMore) return <p className="t-label muted center">{t(isPartial ? 'activity.partial' : 'activity.end')}</p>
  if (more === 'failed') return <Failed />
  return (
    <button
      ref={button}
      type="button"
      className="btn-inline t-label older"
      aria-busy={more === 'loading'}
      onClick={() => void loadMore(dialog)}
    >
      {t(more === 'loading' ? 'activity.loadingMore' : 'activity.older')}
    </button>
  )
}

type Month = Part<ActivityEntry> & { readonly heading: string; readonly isFirst: boolean }

/** Rows of one month, under its name where they are the first. */
function MonthPart({ heading, isFirst, rows }: Month) {
  const networks = useDialogStore(networksStore, (state) => state.networks)
  return (
    <section className="stack g-1">
      {isFirst && <h2 className="t-label muted month">{heading}</h2>}
      <List label={heading}>
        {rows.map((activity) => (
          <ActivityRow
            key={activity.id}
            activity={activity}
            network={networks.find(({ caipNetworkId }) => caipNetworkId === activity.networkId)}
          />
        ))}
      </List>
    </section>
  )
}

const drawMonth = (month: Month) => <MonthPart {...month} />

function Months() {
  const locale = useIntlLocale()
  const entries = useDialogStore(activityStore, (state) => state.entries)
  const Long = useLongList(entries.length > shortList)
  const months = useMemo(() => {
    const heading = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', calendar: 'gregory' })
    const drawn = Long === undefined ? entries.slice(0, shortList) : entries
    return groupByMonth(drawn).flatMap(({ key, at, entries: ofMonth }, position): readonly Month[] => {
      // Pending ones stand over all months, so a month may be there twice.
      const whole = { key: `${key} ${position}`, rows: ofMonth }
      const parts = Long ? partsOf(ofMonth, whole.key) : [whole]
      return parts.map((part, index) => ({ ...part, heading: heading.format(at), isFirst: index === 0 }))
    })
  }, [entries, locale, Long])
  return Long ? <Long parts={months} draw={drawMonth} /> : months.map(({ key, ...month }) => <MonthPart key={key} {...month} />)
}

/** What happened with the account on its network, as it happens. */
export function Activity() {
  const dialog = useDialog()
  const t = useT()
  const { status, entries, isOld, hasMore, more } = useDialogStore(activityStore)
  const online = useDialogStore(uiStore, (state) => state.online)
  const silent = useSilent()
  useEffect(() => watchActivity(dialog), [dialog])
  const waiting = status === 'idle' || status === 'loading' || (entries.length === 0 && hasMore && more === 'loading')
  const skeleton = useSkeleton(waiting)
  if (status === 'unavailable') return <Elsewhere />
  if (status === 'unserved') return <Elsewhere ofNetwork="activity.elsewhere" />
  if (waiting || skeleton === 'show') return <Waiting label={t('activity.loading')} />
  if (status === 'failed') return <Failed />
  // That nothing happened is not known any more.
  if (entries.length === 0 && !hasMore) return isOld || !online ? <Failed /> : <Empty />
  return (
    <>
      {online ? isOld && <Old text={silent} onRetry={() => retryActivity(dialog)} /> : <Failed />}
      <Months />
      <End count={entries.length} />
    </>
  )
}
