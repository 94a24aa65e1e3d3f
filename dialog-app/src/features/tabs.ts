import type { NamespaceId, Resume } from '@latchkey/protocol'
import { parseResume } from '@latchkey/protocol/schemas'
import { storageMode } from '../lib/storage.js'
import { recordsStore } from '../state/records.js'
import { connectionsOf, sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { walletsStore } from '../state/wallets.js'
import { guardNetwork } from './guardNetwork.js'
import { resumeQuietly } from './reconnect.js'
import { reconnectDone } from './reconnectDone.js'
import { allRecords, endsWithPage, isQuiet, noteResume, quietly, recordsOf, withLists } from './records.js'
import { applyNetwork, dropConnection } from './session.js'
import { leaveAccountViews } from './walletEvents.js'

/**
 * Applies what another tab of the site says is connected: what ended there ends here, a network is taken over at once, a new connection is
 * resumed without asking. Nothing of it is told back.
 */
export function applyPeer(resume: Pick<Resume, 'active' | 'connections' | 'others'>): void {
  quietly(() => {
    const { active, connections, others } = resume
    // A session of this page's alone is none of the others' business, as long as they have no other wallet in its place.
    const own = allRecords(recordsStore.getState())
      .filter(([namespace]) => !connections[namespace])
      .map(([namespace, list]) => [namespace, list.filter(({ kind }) => endsWithPage(kind))] as const)
    const next = withLists({ active, connections, ...(others ? { others } : {}) }, own)
    let ended = false
    for (const namespace of Object.keys(sessionStore.getState().connections) as NamespaceId[]) {
      const theirs = recordsOf(namespace, next)
      const gone = connectionsOf(namespace).filter(({ wallet }) => !theirs.some(({ walletId }) => walletId === wallet.id))
      ended ||= gone.length > 0
      for (const { wallet } of gone) dropConnection(namespace, wallet.id)
    }
    recordsStore.setState(next, true)
    for (const [namespace, list] of allRecords(resume)) {
      for (const { walletId, networkId } of list) applyNetwork(namespace, networkId, walletId)
      const [leading] = list
      if (leading) dispatchSession({ type: 'activated', namespace, walletId: leading.walletId, activate: false })
    }
    if (active) dispatchSession({ type: 'activated', namespace: active })
    if (ended) leaveAccountViews()
    else guardNetwork()
  })
  resumeQuietly()
}

/** Frames without storage hear of other tabs through the page's record. */
export async function applyPeerResume(value: string | null): Promise<void> {
  noteResume(value)
  const resume = parseResume(value)
  // A record that is there and unreadable says nothing.
  if (value !== null && !resume) return
  await reconnectDone()
  applyPeer(resume ?? { active: null, connections: {} })
}

/**
 * Tells the other tabs of the site what is connected here, and hears from them. Only where storage persists: elsewhere each frame may be alone
 * in its partition. Gives the way to stop.
 */
export function startTabs(scope: { projectId: string; origin: string }): () => void {
  if (storageMode() === 'memory' || typeof BroadcastChannel === 'undefined') return () => {}
  const channel = new BroadcastChannel(`latchkey:${scope.projectId}:${scope.origin}`)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const resume = parseResume(data)
    if (resume) void reconnectDone().then(() => applyPeer(resume))
  }
  const off = recordsStore.subscribe((records, before) => {
    if (JSON.stringify(records) === JSON.stringify(before) || isQuiet()) return
    channel.postMessage(JSON.stringify({ v: 1, ...records, recent: walletsStore.getState().recent } satisfies Resume))
  })
  return () => {
    off()
    channel.close()
  }
}
