import { limits, type NamespaceId, type Resume } from '@latchkey/protocol'
import { parseResume } from '@latchkey/protocol/schemas'
import { host } from '../bridge/host.js'
import { readItem, removeItem, writeItem } from '../lib/storage.js'
import { initialRecords, type RecordsState, recordsStore } from '../state/records.js'
import { sessionStore } from '../state/session.js'
import { walletsStore } from '../state/wallets.js'

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

/** Families that the person disconnected: never resumed without being asked. */
export function disconnectedByUser(): readonly NamespaceId[] {
  return readItem('disconnectedNamespaces') ?? []
}

/** Marks families as disconnected by the person, or takes the mark away. */
export function markDisconnected(namespaces: readonly NamespaceId[], disconnected: boolean): void {
  const others = disconnectedByUser().filter((name) => !namespaces.includes(name))
  const next = disconnected ? [...others, ...namespaces] : others
  if (next.length > 0) writeItem('disconnectedNamespaces', next)
  else removeItem('disconnectedNamespaces')
}

/**
 * Reads what is to be resumed: our own storage when it has anything, else what the page kept for us. Foreign text counts as nothing.
 */
export function loadRecords(resume: string | null): void {
  savedResume = resume
  const kept = parseResume(resume)
  const connections = readItem('connections') ?? kept?.connections ?? {}
  const active = readItem('activeNamespace') ?? kept?.active ?? null
  const marked = disconnectedByUser()
  const wanted = Object.entries(connections).filter(([name]) => !marked.includes(name as NamespaceId))
  recordsStore.setState({ active, connections: Object.fromEntries(wanted) })
  walletsStore.setState({ recent: (readItem('recentWallets') ?? kept?.recent ?? []).slice(0, limits.recentWallets) })
}

/** Puts the newest wallet first; two are kept. */
export function rememberRecent(walletId: string): void {
  const { recent } = walletsStore.getState()
  walletsStore.setState({ recent: [walletId, ...recent.filter((id) => id !== walletId)].slice(0, limits.recentWallets) })
}

/** Keeps the live connection of a family for the next visit. */
export function recordConnection(namespace: NamespaceId): void {
  const { connections, activeNamespace } = sessionStore.getState()
  const connection = connections[namespace]
  if (!connection) return
  const { wallet, networkId } = connection
  recordsStore.setState(({ connections: records }) => ({
    active: activeNamespace,
    connections: { ...records, [namespace]: { walletId: wallet.id, kind: wallet.kind, networkId } },
  }))
}

/** Nothing of these families is resumed any more. */
export function forgetConnections(namespaces: readonly NamespaceId[]): void {
  recordsStore.setState(({ active, connections }) => ({
    active: active && namespaces.includes(active) ? sessionStore.getState().activeNamespace : active,
    connections: Object.fromEntries(Object.entries(connections).filter(([name]) => !namespaces.includes(name as NamespaceId))),
  }))
}

/** The record for the page: no address, no secret, at most 4 kB. Null when there is nothing to resume. */
export function resumeText({ active, connections }: RecordsState, recent: readonly string[]): string | null {
  if (Object.keys(connections).length === 0) return null
  const resume: Resume = { v: 1, active, connections }
  for (const value of [{ ...resume, recent }, resume]) {
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
    writeItem('activeNamespace', records.active)
    writeItem('activeNetworkId', active.networkId)
    writeItem('lastUsedChain', active.networkId)
    writeItem('walletId', active.walletId)
    if (name) writeItem('walletName', name)
  } else for (const item of ['connections', 'activeNamespace', 'activeNetworkId', 'walletId', 'walletName'] as const) removeItem(item)
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
