import type { NamespaceId, ResumedConnection } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem, removeItem, writeItem } from '../../lib/storage.js'
import { type RecordsState, recordsStore } from '../../state/records.js'
import { connectionsOf, sessionStore } from '../../state/session.js'
import { isQuiet } from './quiet.js'
import { recordsOf, withLists } from './records.js'

/** Disconnected wallets that are remembered as such, per family. */
const longestMarks = 20

type Pair = readonly [NamespaceId, string]

/** Marks wallets as disconnected by the user, or takes the mark away. */
export function markDisconnected(dialog: Dialog, pairs: readonly Pair[], disconnected: boolean): void {
  const marks = { ...readItem(dialog, 'disconnectedWallets') }
  for (const [namespace, walletId] of pairs) {
    const others = (marks[namespace] ?? []).filter((id) => id !== walletId)
    const next = disconnected ? [...others, walletId].slice(-longestMarks) : others
    if (next.length > 0) marks[namespace] = next
    else delete marks[namespace]
  }
  if (Object.keys(marks).length > 0) writeItem(dialog, 'disconnectedWallets', marks)
  else removeItem(dialog, 'disconnectedWallets')
}

/**
 * Keeps the live connections of a family for the next visit. What is not here today (locked, late) stays where it was.
 *
 * @param lead the leading wallet was chosen just now: the live order counts
 * @param keep false: only the live ones are kept
 */
export function recordFamily(
  dialog: Dialog,
  namespace: NamespaceId,
  { lead = false, keep = true }: { lead?: boolean; keep?: boolean } = {},
): void {
  const live = connectionsOf(namespace, sessionStore(dialog).getState()).map(({ wallet, networkId }) => ({
    walletId: wallet.id,
    kind: wallet.kind,
    networkId,
  }))
  if (live.length === 0) return
  recordsStore(dialog).setState((records) => {
    const old = keep ? recordsOf(dialog, namespace, records) : []
    const now = (one: ResumedConnection) => live.find(({ walletId }) => walletId === one.walletId)
    const absent = (list: readonly ResumedConnection[], one: ResumedConnection) => !list.some(({ walletId }) => walletId === one.walletId)
    const list = lead
      ? [...live, ...old.filter((one) => absent(live, one))]
      : [...old.map((one) => now(one) ?? one), ...live.filter((one) => absent(old, one))]
    // What comes back by itself, in whatever order, changes nothing about which family was used last.
    const { activeNamespace } = sessionStore(dialog).getState()
    return { ...withLists(records, [[namespace, list]]), active: isQuiet(dialog) ? (records.active ?? activeNamespace) : activeNamespace }
  }, true)
}

/** Nothing of these families is resumed any more. */
export function forgetConnections(dialog: Dialog, namespaces: readonly NamespaceId[]): void {
  recordsStore(dialog).setState(
    (records) =>
      settle(
        dialog,
        withLists(
          records,
          namespaces.map((name) => [name, []]),
        ),
      ),
    true,
  )
}

/** One wallet of a family is not resumed any more. */
export function forgetConnection(dialog: Dialog, namespace: NamespaceId, walletId: string): void {
  recordsStore(dialog).setState((records) => {
    const rest = recordsOf(dialog, namespace, records).filter((one) => one.walletId !== walletId)
    return settle(dialog, withLists(records, [[namespace, rest]]))
  }, true)
}

/** The active family is one that is remembered. */
const settle = (dialog: Dialog, records: RecordsState): RecordsState => ({
  ...records,
  active: records.active && records.connections[records.active] ? records.active : sessionStore(dialog).getState().activeNamespace,
})
