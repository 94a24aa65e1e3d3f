import type { NamespaceId, Resume } from '@latchkey/protocol'
import { parseResume } from '@latchkey/protocol/schemas'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { storageMode } from '../../lib/storage.js'
import { recordsStore } from '../../state/records.js'
import { connectionsOf, sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { walletsStore } from '../../state/wallets.js'
import { emit } from '../events/dialogEvents.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { endsWithPage, noteResume } from './keepRecords.js'
import { isQuiet, quietly } from './quiet.js'
import { resumeQuietly } from './reconnect.js'
import { reconnectDone } from './reconnectDone.js'
import { allRecords, recordsOf, withLists } from './records.js'
import { applyNetwork, dropConnection } from './session.js'

/**
 * Applies what another tab of the site says is connected: what ended there ends here, a network is taken over at once, a new connection is
 * resumed without asking. Nothing of it is told back.
 */
export function applyPeer(dialog: Dialog, resume: Pick<Resume, 'active' | 'connections' | 'others'>): void {
  quietly(dialog, () => {
    const { active, connections, others } = resume
    // Sessions that end with this page are kept, unless another tab has connected a wallet of the same chain family.
    const own = allRecords(dialog, recordsStore(dialog).getState())
      .filter(([namespace]) => !connections[namespace])
      .map(([namespace, list]) => [namespace, list.filter(({ kind }) => endsWithPage(dialog, kind))] as const)
    const next = withLists({ active, connections, ...(others ? { others } : {}) }, own)
    let ended = false
    for (const namespace of Object.keys(sessionStore(dialog).getState().connections) as NamespaceId[]) {
      const theirs = recordsOf(dialog, namespace, next)
      const gone = connectionsOf(namespace, sessionStore(dialog).getState()).filter(
        ({ wallet }) => !theirs.some(({ walletId }) => walletId === wallet.id),
      )
      ended ||= gone.length > 0
      for (const { wallet } of gone) dropConnection(dialog, namespace, wallet.id)
    }
    recordsStore(dialog).setState(next, true)
    for (const [namespace, list] of allRecords(dialog, resume)) {
      for (const { walletId, networkId } of list) applyNetwork(dialog, namespace, networkId, walletId)
      const [leading] = list
      if (leading) dispatchSession(dialog, { type: 'activated', namespace, walletId: leading.walletId, activate: false })
    }
    if (active) dispatchSession(dialog, { type: 'activated', namespace: active })
    if (ended) emitOnScreen(dialog, 'connectionLost')
    else emit(dialog, 'networkChanged')
  })
  resumeQuietly(dialog)
}

const kept = perDialog(() => ({ hearsTabs: false }))

/**
 * Frames without storage learn of other tabs from the page's record. Frames with storage message each other, in order: the `storage` event of the record
 * comes later, and may carry a state that another tab has replaced by now.
 */
export async function applyPeerResume(dialog: Dialog, value: string | null): Promise<void> {
  noteResume(dialog, value)
  if (kept(dialog).hearsTabs) return
  const resume = parseResume(value)
  // A record that is there and unreadable says nothing.
  if (value !== null && !resume) return
  await reconnectDone(dialog)
  applyPeer(dialog, resume ?? { active: null, connections: {} })
}

/**
 * Tells the other tabs of the site what is connected here, and hears from them. Only where storage persists: elsewhere each frame may be alone
 * in its partition.
 */
export function startTabs(dialog: Dialog, scope: { projectId: string; origin: string }): void {
  if (storageMode(dialog) === 'memory' || typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(`latchkey:${scope.projectId}:${scope.origin}`)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const resume = parseResume(data)
    if (resume) void reconnectDone(dialog).then(() => applyPeer(dialog, resume))
  }
  recordsStore(dialog).subscribe((records, before) => {
    if (JSON.stringify(records) === JSON.stringify(before) || isQuiet(dialog)) return
    channel.postMessage(JSON.stringify({ v: 1, ...records, recent: walletsStore(dialog).getState().recent } satisfies Resume))
  })
  kept(dialog).hearsTabs = true
  onDestroy(dialog, () => channel.close())
}
