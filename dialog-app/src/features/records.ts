import { limits, type NamespaceId, type Resume, type WalletKind } from '@latchkey/protocol'
import { parseResume } from '@latchkey/protocol/schemas'
import { host } from '../bridge/host.js'
import { readItem, removeItem, storageMode, writeItem } from '../lib/storage.js'
import { initialRecords, type RecordsState, recordsStore } from '../state/records.js'
import { sessionStore } from '../state/session.js'
import { walletsStore } from '../state/wallets.js'

type Remembered = NonNullable<Resume['connections'][NamespaceId]>

let savedResume: string | null | undefined
let quiet = 0

/**
 * Runs `change` without other tabs of the site hearing of it: what came from them, or from what is written down, is no news to them.
 */
export function quietly(change: () => void): void {
  quiet += 1
  try {
    change()
  } finally {
    quiet -= 1
  }
}

/** Whether a change of the records that happens now is for this tab alone. */
export function isQuiet(): boolean {
  return quiet > 0
}

/** Whether the person disconnected a wallet in a family: then it is never resumed without being asked. */
function isMarked(namespace: NamespaceId, walletId: string): boolean {
  return (readItem('disconnectedWallets')?.[namespace] ?? []).includes(walletId)
}

/** What is to be resumed in a family, the wallet that answers for it first. */
export function recordsOf(
  namespace: NamespaceId,
  records: Pick<Resume, 'connections' | 'others'> = recordsStore.getState(),
): readonly Remembered[] {
  const leading = records.connections[namespace]
  return leading ? [leading, ...(records.others?.[namespace] ?? [])] : []
}

/** All records, by family. */
export function allRecords(records: Pick<Resume, 'connections' | 'others'>): readonly (readonly [NamespaceId, readonly Remembered[]])[] {
  return (Object.keys(records.connections) as NamespaceId[]).map((name) => [name, recordsOf(name, records)])
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
export function loadRecords(resume: string | null): void {
  savedResume = resume
  const kept = parseResume(resume)
  const own = readItem('connections')
  const found = own ? { connections: own, others: readItem('otherConnections') ?? {} } : { connections: {}, ...kept }
  const active = readItem('activeNamespace') ?? kept?.active ?? null
  const wanted = allRecords(found).map(([name, list]) => [name, list.filter(({ walletId }) => !isMarked(name, walletId))] as const)
  recordsStore.setState(withLists({ active, connections: {} }, wanted), true)
  walletsStore.setState({ recent: (readItem('recentWallets') ?? kept?.recent ?? []).slice(0, limits.recentWallets) })
}

/** Puts the newest wallet first; two are kept. */
export function rememberRecent(walletId: string): void {
  const { recent } = walletsStore.getState()
  walletsStore.setState({ recent: [walletId, ...recent.filter((id) => id !== walletId)].slice(0, limits.recentWallets) })
}

/** A wallet elsewhere is reached with keys that are stored here. Where nothing is stored, its session is this page's alone. */
export const endsWithPage = (kind: WalletKind) => kind === 'walletConnect' && storageMode() === 'memory'

/** The record for the page: no address, no secret, at most 4 kB. Null when there is nothing to resume. */
export function resumeText(records: RecordsState, recent: readonly string[]): string | null {
  const lasting = allRecords(records).map(([name, list]) => [name, list.filter(({ kind }) => !endsWithPage(kind))] as const)
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

function persist() {
  const records = recordsStore.getState()
  const { recent } = walletsStore.getState()
  const live = sessionStore.getState()
  const active = records.active && records.connections[records.active]
  const name = records.active && live.connections[records.active]?.wallet.name
  writeItem('connectionStatus', active ? 'connected' : 'disconnected')
  if (recent.length > 0) writeItem('recentWallets', [...recent])
  if (active && records.active) {
    writeItem('connections', records.connections)
    if (records.others) writeItem('otherConnections', records.others)
    else removeItem('otherConnections')
    writeItem('activeNamespace', records.active)
    writeItem('activeNetworkId', active.networkId)
    writeItem('lastUsedChain', active.networkId)
    writeItem('walletId', active.walletId)
    if (name) writeItem('walletName', name)
  } else
    for (const item of ['connections', 'otherConnections', 'activeNamespace', 'activeNetworkId', 'walletId', 'walletName'] as const)
      removeItem(item)
  const resume = resumeText(records, recent)
  if (resume === savedResume) return
  savedResume = resume
  host()
    .call('saveResume', { value: resume })
    .catch(() => {})
}

/** What the page has now, told by the page itself: not to be written back. */
export function noteResume(value: string | null): void {
  savedResume = value
}

/** From now on every change of the records is written down, here and in the page. */
export function startPersisting(): () => void {
  const offs = [recordsStore.subscribe(persist), walletsStore.subscribe((state, previous) => state.recent !== previous.recent && persist())]
  return () => {
    for (const off of offs) off()
  }
}

/** Forgets everything; for tests. */
export function resetRecords(): void {
  savedResume = undefined
  recordsStore.setState(initialRecords, true)
}
