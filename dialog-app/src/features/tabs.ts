import type { NamespaceId, Resume } from '@latchkey/protocol'
import { parseResume } from '@latchkey/protocol/schemas'
import { storageMode } from '../lib/storage.js'
import { recordsStore } from '../state/records.js'
import { sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { walletsStore } from '../state/wallets.js'
import { reconnectDone, resumeQuietly } from './reconnect.js'
import { isQuiet, noteResume, quietly } from './records.js'
import { applyNetwork, dropConnections } from './session.js'
import { guardNetwork, leaveAccountViews } from './walletEvents.js'

/**
 * Applies what another tab of the site says is connected: what ended there ends here, a network is taken over at once, a new connection is
 * resumed without asking. Nothing of it is told back.
 */
export function applyPeer(resume: Pick<Resume, 'active' | 'connections'>): void {
  quietly(() => {
    const { connections } = sessionStore.getState()
    const ended = (Object.keys(connections) as NamespaceId[]).filter(
      (name) => resume.connections[name]?.walletId !== connections[name]?.wallet.id,
    )
    if (ended.length > 0) dropConnections(ended)
    recordsStore.setState({ active: resume.active, connections: resume.connections })
    for (const [name, record] of Object.entries(resume.connections)) applyNetwork(name as NamespaceId, record.networkId)
    if (resume.active) dispatchSession({ type: 'activated', namespace: resume.active })
    if (ended.length > 0) leaveAccountViews()
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
  const off = recordsStore.subscribe(({ active, connections }, before) => {
    const changed = JSON.stringify({ active, connections }) !== JSON.stringify({ active: before.active, connections: before.connections })
    if (!changed || isQuiet()) return
    channel.postMessage(JSON.stringify({ v: 1, active, connections, recent: walletsStore.getState().recent } satisfies Resume))
  })
  return () => {
    off()
    channel.close()
  }
}
