import { disconnectedResume, limits, type NamespaceId, type Resume } from '@latchkey/protocol'
import { parseResume } from '@latchkey/protocol/schemas'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { readItem } from '../../lib/storage.js'
import { type RecordsState, recordsStore } from '../../state/records.js'
import { walletsStore } from '../../state/wallets.js'

type Remembered = NonNullable<Resume['connections'][NamespaceId]>

/** What one dialog keeps here. */
type Own = {
  /** What the page has of the records. */
  resume: string | null | undefined
  /** The records as they were read. */
  records: RecordsState | undefined
}

/** What was read, so that only what changes is written. */
export const loaded = perDialog((): Own => ({ resume: undefined, records: undefined }))

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
  loaded(dialog).resume = resume
  const kept = parseResume(resume)
  // The page disconnected while no window of the dialog's own was open: what that kept is over.
  const own = resume === disconnectedResume ? null : readItem(dialog, 'connections')
  const found = own ? { connections: own, others: readItem(dialog, 'otherConnections') ?? {} } : { connections: {}, ...kept }
  const active = readItem(dialog, 'activeNamespace') ?? kept?.active ?? null
  const wanted = allRecords(dialog, found).map(
    ([name, list]) => [name, list.filter(({ walletId }) => !isMarked(dialog, name, walletId))] as const,
  )
  recordsStore(dialog).setState(withLists({ active, connections: {} }, wanted), true)
  loaded(dialog).records = recordsStore(dialog).getState()
  walletsStore(dialog).setState({ recent: (readItem(dialog, 'recentWallets') ?? kept?.recent ?? []).slice(0, limits.recentWallets) })
}
