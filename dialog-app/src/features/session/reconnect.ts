import type { NamespaceId, ResumedConnection, WalletKind } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { wait } from '../../lib/wait.js'
import { recordsStore } from '../../state/records.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import { walletsStore } from '../../state/wallets.js'
import { walletFacts } from '../../wallets/facts.js'
import type { Wallet } from '../../wallets/wallet.js'
import { findWallet, waitForWallet } from '../connect/wallets.js'
import { quietly } from './quiet.js'
import { allRecords, recordsOf } from './records.js'
import { acceptConnection } from './session.js'
import { restoreSignIns } from './signIns.js'

type Remembered = ResumedConnection

/** Milliseconds that a reload waits for an extension to announce itself before it counts as absent. */
const timeout = 2_000
/** … and that the other wallets wait for one that is there and does not answer. */
const longestSilence = 8_000

const running = perDialog(() => new Map<string, Promise<void>>())

type Resume = (
  dialog: Dialog,
  namespace: NamespaceId,
  record: Remembered,
  timeout: number,
) => Promise<{ readonly wallet: Wallet | undefined; readonly connection: Wallet.Connection | undefined }>

/** How a wallet of each kind is brought back. */
const ways: Readonly<Record<WalletKind, Resume>> = {
  async host(dialog, namespace, { walletId, networkId }, timeout) {
    const wallet = await waitForWallet(dialog, walletId, timeout)
    const asked = wallet?.connect({ namespace, networkIds: [networkId], isReconnecting: true })
    const connection = (await Promise.race([asked, wait(longestSilence)])) as Wallet.Connection | undefined
    // When it answers after all, it is asked once more.
    if (!connection)
      asked?.then(
        () => resumeQuietly(dialog),
        () => {},
      )
    return { wallet, connection }
  },
  walletConnect: (dialog, namespace) =>
    import('../walletConnect/resumeMobile.js').then(({ resumeMobile }) => resumeMobile(dialog, namespace)),
  embedded: (dialog, namespace, { networkId }) =>
    import('../embedded/lazy.js').then(({ resumeEmbedded }) => resumeEmbedded(dialog, namespace, networkId)),
}

const isLeading = (dialog: Dialog, namespace: NamespaceId, { walletId }: Remembered) =>
  recordsStore(dialog).getState().connections[namespace]?.walletId === walletId

/**
 * Brings one wallet of a family back without asking the user anything. What fails is dropped silently: the record stays for the next visit.
 *
 * @param before what has to be over first: the wallet that answers for the family comes first, so that nobody sees another in its place
 */
async function resume(dialog: Dialog, namespace: NamespaceId, record: Remembered, timeout: number, before: Promise<void>): Promise<void> {
  try {
    const asked = ways[record.kind](dialog, namespace, record, timeout)
    asked.catch(() => {})
    await before
    const { wallet, connection } = await asked
    if (connection) await restoreSignIns(dialog, namespace, connection)
    // Meanwhile the user may have connected it themselves, or disconnected it in another tab.
    const wanted = recordsOf(dialog, namespace).find(({ walletId }) => walletId === record.walletId)
    if (!wallet || !connection || !wanted || findConnection(namespace, record.walletId, sessionStore(dialog).getState())) return
    // Another tab has switched its network in the meantime.
    const networkId = wanted.networkId === record.networkId ? connection.networkId : wanted.networkId
    const { activeNamespace } = sessionStore(dialog).getState()
    const lead = isLeading(dialog, namespace, record)
    const activate = activeNamespace === null || (lead && recordsStore(dialog).getState().active === namespace)
    quietly(dialog, () => acceptConnection(dialog, namespace, wallet, { ...connection, networkId }, { activate, lead, keep: true }))
  } catch {
    // Locked, forgotten by the wallet, or silent: not connected, and no reason to bother anybody.
  }
}

function start(dialog: Dialog, namespace: NamespaceId, record: Remembered, timeout: number, before: Promise<void>): Promise<void> {
  const key = `${namespace} ${record.walletId}`
  const pending = running(dialog).get(key)
  if (pending) return pending
  const job = resume(dialog, namespace, record, timeout, before).finally(() => running(dialog).delete(key))
  running(dialog).set(key, job)
  return job
}

/** A family's wallets are asked together and come back in their order. */
function resumeFamily(
  dialog: Dialog,
  namespace: NamespaceId,
  records: readonly Remembered[],
  timeout: number,
  before: Promise<void>,
): Promise<void>[] {
  let last = before
  const jobs = records.map((record) => {
    last = start(dialog, namespace, record, timeout, last)
    return last
  })
  void Promise.all(jobs).then(() => dispatchSession(dialog, { type: 'ended', namespace }))
  return jobs
}

/** All families together; the one used last comes back first, so that no other is the active one meanwhile. */
async function resumeAll(dialog: Dialog, all: readonly (readonly [NamespaceId, readonly Remembered[]])[], timeout: number): Promise<void> {
  let first = Promise.resolve()
  const jobs = all.flatMap(([namespace, records], index) => {
    const own = resumeFamily(dialog, namespace, records, timeout, first)
    if (index === 0 && own[0]) [first] = own as [Promise<void>]
    return own
  })
  await Promise.all(jobs)
}

function families(dialog: Dialog): readonly (readonly [NamespaceId, readonly Remembered[]])[] {
  const records = recordsStore(dialog).getState()
  // The family used last comes first, so that it becomes the active one.
  return [...allRecords(dialog, records)].sort(([a], [b]) => Number(b === records.active) - Number(a === records.active))
}

/** Brings back what was connected before the reload. Settles when each wallet is connected again or dropped. */
export async function reconnect(dialog: Dialog): Promise<void> {
  await resumeAll(dialog, families(dialog), timeout)
}

/** Tries again, unseen, the wallets that are here now and were not before, or that another tab connected. */
export function resumeQuietly(dialog: Dialog): void {
  if (settingsStore(dialog).getState().options.enableReconnect === false) return
  const here = families(dialog).map(([namespace, records]) => {
    const missing = records.filter((one) => !findConnection(namespace, one.walletId, sessionStore(dialog).getState()))
    return [namespace, missing.filter((one) => !walletFacts(one.kind).livesInPage || findWallet(dialog, one.walletId))] as const
  })
  void resumeAll(
    dialog,
    here.filter(([, records]) => records.length > 0),
    0,
  )
}

/** Extensions that come later than {@link timeout} are still resumed. Gives the way to stop. */
export function startLateReconnect(dialog: Dialog): () => void {
  return walletsStore(dialog).subscribe((state, previous) => {
    if (state.discovered !== previous.discovered) resumeQuietly(dialog)
  })
}
