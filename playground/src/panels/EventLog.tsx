import { useId, useState, useSyncExternalStore } from 'react'
import { clearLog, readLog, type Source, sources, subscribeToLog } from '../log/eventLog.js'
import { Button } from '../parts/Button.js'
import { duration } from '../parts/format.js'

const names: Record<Source, string> = { dialog: 'Dialog', provider: 'Provider', wallet: 'Wallet', page: 'Page' }

/** Everything that happened, newest first, with how long it took. */
export function EventLog() {
  const id = useId()
  const entries = useSyncExternalStore(subscribeToLog, readLog)
  const [source, setSource] = useState<Source | 'all'>('all')
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = entries.filter(
    (entry) => (source === 'all' || entry.source === source) && (!wanted || `${entry.name} ${entry.detail}`.toLowerCase().includes(wanted)),
  )
  return (
    <div className="log">
      <div className="log-tools">
        <div className="field grow">
          <label htmlFor={`${id}-search`}>Filter</label>
          <input id={`${id}-search`} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </div>
        <div className="field">
          <label htmlFor={`${id}-source`}>From</label>
          <select id={`${id}-source`} value={source} onChange={(event) => setSource(event.target.value as Source | 'all')}>
            <option value="all">Everyone</option>
            {sources.map((option) => (
              <option key={option} value={option}>
                {names[option]}
              </option>
            ))}
          </select>
        </div>
        <Button onClick={clearLog}>Clear</Button>
      </div>
      {shown.length === 0 ? <p className="muted empty">{entries.length === 0 ? 'Nothing yet.' : 'Nothing matches.'}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ol className="entries" tabIndex={0} aria-label="Events, newest first">
        {shown.map((entry) => (
          <li key={entry.id} className={entry.failed ? 'entry failed-entry' : 'entry'}>
            <span className="entry-head">
              <span className="badge">{names[entry.source]}</span>
              <strong>{entry.name}</strong>
              <span className="muted time">
                {entry.took === undefined ? '' : `${duration(entry.took)} · `}
                {(entry.at / 1000).toFixed(2)} s
              </span>
            </span>
            {entry.detail ? <code>{entry.detail}</code> : null}
          </li>
        ))}
      </ol>
    </div>
  )
}
