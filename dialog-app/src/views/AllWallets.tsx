import { useCallback, useEffect, useRef } from 'react'
import { chooseWallet } from '../features/connect/chooseWallet.js'
import { useWalletConnect } from '../features/connect/rows.js'
import { leaveDirectory, loadMore, openDirectory, retryDirectory, showAllWallets } from '../features/directory/directory.js'
import { push } from '../features/navigator/view.js'
import { chooseListed } from '../features/walletConnect/choose.js'
import type { Dialog } from '../lib/dialog.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { directoryStore } from '../state/directory.js'
import { uiStore } from '../state/ui.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { List, Row } from '../ui/Row.js'
import { useSkeleton } from '../ui/Skeleton.js'
import { ListView } from '../ui/templates.js'
import { type Cell, useCells } from './allWallets/cells.js'
import { Grid } from './allWallets/Grid.js'
import { SearchBar } from './allWallets/SearchBar.js'
import { useColumns } from './allWallets/useColumns.js'
import { useAnnouncement } from './connecting/useAnnouncement.js'
import './allWallets/allWallets.css'

function choose(dialog: Dialog, { row, wallet }: Cell) {
  if (row) chooseWallet(dialog, row)
  else if (wallet) chooseListed(dialog, wallet)
}

const showQr = (dialog: Dialog) => push(dialog, 'ConnectingWalletConnectBasic')

function Nothing({ failed }: { readonly failed: boolean }) {
  const t = useT()
  const { found } = useDialogStore(directoryStore)
  const online = useDialogStore(uiStore, (state) => state.online)
  const bodies = useWalletConnect()
    ? (['all.noneBody', 'all.failedBody'] as const)
    : (['all.noneBodyPlain', 'all.failedBodyPlain'] as const)
  const heading = failed
    ? t(online ? 'all.failedTitle' : 'shell.offlineTitle')
    : found
      ? t('all.noneTitle', { query: found })
      : t('all.noneFilter')
  useAnnouncement(heading, '', failed)
  return (
    <div className="hero">
      <span className="g g-72">
        <Icon name={failed ? 'offline' : 'search'} />
      </span>
      <div className="say">
        <h2 className="t-title">{heading}</h2>
        <p>{t(failed && !online ? 'shell.offlineBody' : bodies[failed ? 1 : 0])}</p>
      </div>
    </div>
  )
}

function Foot({ failed }: { readonly failed: boolean }) {
  const dialog = useDialog()
  const t = useT()
  const codes = useWalletConnect()
  const code = (kind: 'primary' | 'text') =>
    codes && (
      <Button kind={kind} icon="qr" onClick={() => showQr(dialog)}>
        {t('all.showQr')}
      </Button>
    )
  if (failed) {
    return (
      <>
        <Button onClick={() => retryDirectory(dialog)}>{t('common.tryAgain')}</Button>
        {code('text')}
      </>
    )
  }
  return (
    <>
      {code('primary')}
      <Button kind={codes ? 'text' : 'primary'} onClick={() => showAllWallets(dialog)}>
        {t('all.showAll')}
      </Button>
    </>
  )
}

function Waiting({ columns }: { readonly columns: number }) {
  const t = useT()
  return (
    <ul
      className="grid-line is-waiting"
      aria-busy="true"
      aria-label={t('all.loading')}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {Array.from({ length: columns * 3 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
        <li key={index} className="cell">
          <span className="sk w" />
          <span className="sk n" />
        </li>
      ))}
    </ul>
  )
}

/** Every wallet of the directory that fits this page, those in this browser first. */
export function AllWallets() {
  const dialog = useDialog()
  const t = useT()
  const scroll = useRef<HTMLElement>(null)
  const columns = useColumns()
  const cells = useCells()
  const { status, more, found } = useDialogStore(directoryStore)
  const online = useDialogStore(uiStore, (state) => state.online)
  const shown = cells.length
  const first = (status === 'idle' || status === 'loading') && !found && cells.every(({ row }) => row)
  const skeleton = useSkeleton(first)
  const failed = status === 'failed' && cells.length === 0
  const empty = failed || (status === 'ready' && cells.length === 0)

  // Before the list measures what it scrolls in.
  const findBody = useCallback((top: HTMLElement | null) => {
    scroll.current = top?.closest<HTMLElement>('.body') ?? null
  }, [])
  useEffect(() => {
    openDirectory(dialog)
    return () => leaveDirectory(dialog)
  }, [dialog])
  // Back on the net: what failed is asked for again, without anybody's help.
  useEffect(() => {
    if (!online) return
    const now = directoryStore(dialog).getState()
    if (now.status === 'failed') retryDirectory(dialog)
    else if (now.more === 'failed') void loadMore(dialog)
  }, [online, dialog])
  useEffect(() => {
    if (status === 'ready' && found) announce(dialog, t('all.found', { count: shown }))
  }, [status, found, shown, t, dialog])

  return (
    <ListView title={t('all.title')} tight footer={empty ? <Foot failed={failed} /> : undefined}>
      <div ref={findBody} className="search-top">
        <SearchBar />
      </div>
      {skeleton === 'show' || (first && skeleton === 'wait') ? (
        <Waiting columns={columns} />
      ) : empty ? (
        <Nothing failed={failed} />
      ) : (
        <Grid cells={cells} columns={columns} scroll={scroll} onChoose={(parameters) => choose(dialog, parameters)} />
      )}
      {status === 'ready' && found && !empty && (
        <p className="t-label muted found-line" aria-hidden="true">
          {t('all.found', { count: shown })}
        </p>
      )}
      {(more === 'failed' || (status === 'failed' && !failed)) && (
        <List label={t('all.moreFailed')}>
          <li>
            <Row
              name={t('all.moreFailed')}
              end={<span className="retry-word">{t('all.retry')}</span>}
              onClick={() => (more === 'failed' ? void loadMore(dialog) : retryDirectory(dialog))}
            />
          </li>
        </List>
      )}
    </ListView>
  )
}
