import { limits, type NamespaceId, type Resume, type WalletKind } from '@latchkey/protocol'
import { parseResume } from '@latchkey/protocol/schemas'
import { host } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { readItem, removeItem, storageMode, writeItem } from '../../lib/storage.js'
import { type RecordsState, recordsStore } from '../../state/records.js'
import { sessionStore } from '../../state/session.js'
import { walletsStore } from '../../state/wallets.js'
import { walletFacts } from '../../wallets/facts.js'

type Remembered = NonNullable<Resume['connections'][NamespaceId]>

/** What one dialog keeps here. */
type Own = {
  savedResume: string | null | undefined
  quiet: number
}

const held = perDialog((): Own => ({ savedResume: undefined, quiet: 0 }))

/**
 * Runs `change` without other tabs of the site hearing of it: what came from them, or from what is written down, is no news to them.
 */
export function quietly(dialog: Dialog, change: () => void): void {
  const mine = held(dialog)
  mine.quiet += 1
  try {
    change()
  } finally {
    mine.quiet -= 1
  }
}

/** Whether a change of the records that happens now is for this tab alone. */
export function isQuiet(dialog: Dialog): boolean {
  return held(dialog).quiet > 0
}

/** Whether the user disconnected a wallet in a family: then it is never resumed without being asked. */
function isMarked(dialog: Dialog, namespace: NamespaceId, walletId: string): boolean {
  return (readItem(dialog, 'disconnectedWallets')?.[namespace] ?? []).includes(walletId)
}

/** What is to be resumed in a family, the wallet that answers for it first. */
export function recordsOf(
  dialog: Dialog,
  namespace: NamespaceId,
  records: Pick<Resume, 'connections' | 'others'> = recordsStore(dialog).getState(),
): readonly Remembered[] {
  const leading = records.connections[namespace]
  return leading ? [leading, ...(records.others?.[namespace] ?? [])] : []
}

/** All records, by family. */
export function allRecords(
  dialog: Dialog,
  records: Pick<Resume, 'connections' | 'others'>,
): readonly (readonly [NamespaceId, readonly Remembered[]])[] {
  return (Object.keys(records.connections) as NamespaceId[]).map((name) => [name, recordsOf(dialog, name, records)])
}

/** The records with other lists for some families, the leading wallet first; an empty list takes a family out. */
export function withLists(records: RecordsState, lists: readonly (readonly [NamespaceId, readonly Remembered[]])[]): RecordsState {
  const connections = { ...records.connections }
  const others = { ...records.others }
  for (const [namespace, [leading, ...rest]] of lists) {
    if (leading) connections[namespace] = leading
    else delete connections[namespace]
    if (rest.length > 0) others[namespace] = rest
    else delete others[namespace]
  }
  return { active: records.active, connections, ...(Object.keys(others).length > 0 ? { others } : {}) }
}

/**
 * Reads what is to be resumed: our own storage when it has anything, else what the page kept for us. Foreign text counts as nothing.
 */
export function loadRecords(dialog: Dialog, resume: string | null): void {
  held(dialog).savedResume = resume
  const kept = parseResume(resume)
  const own = readItem(dialog, 'connections')
  const found = own ? { connections: own, others: readItem(dialog, 'otherConnections') ?? {} } : { connections: {}, ...kept }
  const active = readItem(dialog, 'activeNamespace') ?? kept?.active ?? null
  const wanted = allRecords(dialog, found).map(
    ([name, list]) => [name, list.filter(({ walletId }) => !isMarked(dialog, name, walletId))] as const,
  )
  recordsStore(dialog).setState(withLists({ active, connections: {} }, wanted), true)
  walletsStore(dialog).setState({ recent: (readItem(dialog, 'recentWallets') ?? kept?.recent ?? []).slice(0, limits.recentWallets) })
}

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
  const mine = held(dialog)
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
  if (resume === mine.savedResume) return
  mine.savedResume = resume
  host(dialog)
    .call('saveResume', { value: resume })
    .catch(() => {})
}

/** What the page has now, told by the page itself: not to be written back. */
export function noteResume(dialog: Dialog, value: string | null): void {
  held(dialog).savedResume = value
}

/** From now on every change of the records is written down, here and in the page. */
export function startPersisting(dialog: Dialog): () => void {
  const subscriptions = [
    recordsStore(dialog).subscribe(() => persist(dialog)),
    walletsStore(dialog).subscribe((state, previous) => state.recent !== previous.recent && persist(dialog)),
  ]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
