import { limits, type Resume, type WalletKind } from '@latchkey/protocol'
import { host } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { removeItem, storageMode, writeItem } from '../../lib/storage.js'
import { type RecordsState, recordsStore } from '../../state/records.js'
import { sessionStore } from '../../state/session.js'
import { walletsStore } from '../../state/wallets.js'
import { walletFacts } from '../../wallets/facts.js'
import { allRecords, loaded, withLists } from './records.js'

/* The records as they are written down. Nothing is before the first connection: this comes with the session's runtime. */

/** Puts the newest wallet first; two are kept. */
export function rememberRecent(dialog: Dialog, walletId: string): void {
  const { recent } = walletsStore(dialog).getState()
  walletsStore(dialog).setState({ recent: [walletId, ...recent.filter((id) => id !== walletId)].slice(0, limits.recentWallets) })
}

/** Whether a session with such a wallet is this page's alone. */
export const endsWithPage = (dialog: Dialog, kind: WalletKind) => walletFacts(kind).needsStorage && storageMode(dialog) === 'memory'

/** The record for the page: no address, no secret, at most 4 kB. Null when there is nothing to resume. */
export function resumeText(dialog: Dialog, records: RecordsState, recent: readonly string[]): string | null {
  const lasting = allRecords(dialog, records).map(([name, list]) => [name, list.filter(({ kind }) => !endsWithPage(dialog, kind))] as const)
  const { connections, others } = withLists({ active: null, connections: {} }, lasting)
  if (Object.keys(connections).length === 0) return null
  const active = records.active && connections[records.active] ? records.active : null
  const resume: Resume = { v: 1, active, connections }
  const more = others ? { others } : {}
  for (const value of [{ ...resume, ...more, recent }, { ...resume, ...more }, resume]) {
    const text = JSON.stringify(value)
    if (new TextEncoder().encode(text).length <= limits.resumeBytes) return text
  }
  return null
}

function persist(dialog: Dialog) {
  const mine = loaded(dialog)
  const records = recordsStore(dialog).getState()
  const { recent } = walletsStore(dialog).getState()
  const live = sessionStore(dialog).getState()
  const active = records.active && records.connections[records.active]
  const name = records.active && live.connections[records.active]?.wallet.name
  writeItem(dialog, 'connectionStatus', active ? 'connected' : 'disconnected')
  if (recent.length > 0) writeItem(dialog, 'recentWallets', [...recent])
  if (active && records.active) {
    writeItem(dialog, 'connections', records.connections)
    if (records.others) writeItem(dialog, 'otherConnections', records.others)
    else removeItem(dialog, 'otherConnections')
    writeItem(dialog, 'activeNamespace', records.active)
    writeItem(dialog, 'activeNetworkId', active.networkId)
    writeItem(dialog, 'lastUsedChain', active.networkId)
    writeItem(dialog, 'walletId', active.walletId)
    if (name) writeItem(dialog, 'walletName', name)
  } else
    for (const item of ['connections', 'otherConnections', 'activeNamespace', 'activeNetworkId', 'walletId', 'walletName'] as const)
      removeItem(dialog, item)
  const resume = resumeText(dialog, records, recent)
  if (resume === mine.resume) return
  mine.resume = resume
  host(dialog)
    .call('saveResume', { value: resume })
    .catch(() => {})
}

/** What the page has now, told by the page itself: not to be written back. */
export function noteResume(dialog: Dialog, value: string | null): void {
  loaded(dialog).resume = value
}

/** From now on every change of the records is written down, here and in the page. */
export function startPersisting(dialog: Dialog): () => void {
  if (recordsStore(dialog).getState() !== loaded(dialog).records) persist(dialog)
  const subscriptions = [
    recordsStore(dialog).subscribe(() => persist(dialog)),
    walletsStore(dialog).subscribe((state, previous) => state.recent !== previous.recent && persist(dialog)),
  ]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
