import { useT } from '../../lib/i18n.js'
import { useSecondsLeft } from '../useSecondsLeft.js'

/** How long a price still counts. Runs while a new one is asked for. */
export function QuoteRing({ until, lasts, busy }: { readonly until: number | undefined; readonly lasts: number; readonly busy: boolean }) {
  const t = useT()
  const left = useSecondsLeft(until)
  if (until === undefined && !busy) return <span />
  const part = busy ? 25 : Math.min(100, (left * 100_000) / lasts)
  return (
    <span className={`swap-clock num ${busy ? 'busy' : ''}`}>
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        <circle className="track" cx="12" cy="12" r="9" />
        <circle className="part" cx="12" cy="12" r="9" pathLength={100} strokeDasharray={`${part} 100`} />
      </svg>
      {!busy && (
        <>
          <span aria-hidden="true">{t('swap.seconds', { seconds: left })}</span>
          <span className="visually-hidden">{t('swap.refreshes')}</span>
        </>
      )}
    </span>
  )
}
