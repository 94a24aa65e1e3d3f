import type { NamespaceId, ResumedConnection } from '@latchkey/protocol'
import { recordsStore } from '../state/records.js'
import { findConnection, sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { settingsStore } from '../state/settings.js'
import { walletsStore } from '../state/wallets.js'
import { allRecords, quietly, recordsOf } from './records.js'
import { acceptConnection } from './session.js'
import { findWallet, waitForWallet } from './wallets.js'

type Remembered = ResumedConnection

/** Milliseconds that a reload waits for an extension to announce itself before it counts as absent. */
const lateness = 2_000

const running = new Map<string, Promise<void>>()

async function resumeHost(namespace: NamespaceId, { walletId, networkId }: Remembered, patience: number) {
  const wallet = await waitForWallet(walletId, patience)
  return { wallet, connection: await wallet?.connect({ namespace, networkIds: [networkId], isReconnecting: true }) }
}

async function resumeOther(
  namespace: NamespaceId,
  { kind, networkId }: Remembered,
): Promise<Partial<Awaited<ReturnType<typeof resumeHost>>>> {
  // Kinds that this build does not have: nothing to bring back.
  if (kind === 'embedded') return await (await import('./embedded/late.js')).resumeEmbedded(namespace, networkId)
  return kind === 'walletConnect' ? await (await import('./walletConnect/late.js')).resumePhone(namespace) : {}
}

const isLeading = (namespace: NamespaceId, { walletId }: Remembered) =>
  recordsStore.getState().connections[namespace]?.walletId === walletId

/**
 * Brings one wallet of a family back without asking the person anything. What fails is dropped silently: the record stays for the next visit.
 *
 * @param before what has to be over first: the wallet that answers for the family comes first, so that nobody sees another in its place
 */
async function resume(namespace: NamespaceId, record: Remembered, patience: number, before: Promise<void>): Promise<void> {
  try {
    const asked = (record.kind === 'host' ? resumeHost : resumeOther)(namespace, record, patience)
    asked.catch(() => {})
    await before
    const { wallet, connection } = await asked
    // Meanwhile the person may have connected it themselves, or disconnected it in another tab.
    const wanted = recordsOf(namespace).some(({ walletId }) => walletId === record.walletId) && !findConnection(namespace, record.walletId)
    if (!wallet || !connection || !wanted) return
    const { activeNamespace } = sessionStore.getState()
    const lead = isLeading(namespace, record)
    const activate = activeNamespace === null || (lead && recordsStore.getState().active === namespace)
    quietly(() => acceptConnection(namespace, wallet, connection, { activate, lead, keep: true }))
  } catch {
    // Locked, forgotten by the wallet, or silent: not connected, and no reason to bother anybody.
  }
}

function start(namespace: NamespaceId, record: Remembered, patience: number, before: Promise<void>): Promise<void> {
  const key = `${namespace} ${record.walletId}`
  const pending = running.get(key)
  if (pending) return pending
  const job = resume(namespace, record, patience, before).finally(() => running.delete(key))
  running.set(key, job)
  return job
}

/** A family's wallets are asked together and come back in their order. */
function resumeFamily(namespace: NamespaceId, records: readonly Remembered[], patience: number, before: Promise<void>): Promise<void>[] {
  let last = before
  const jobs = records.map((record) => {
    last = start(namespace, record, patience, last)
    return last
  })
  void Promise.all(jobs).then(() => dispatchSession({ type: 'ended', namespace }))
  return jobs
}

/** All families together; the one used last comes back first, so that no other is the active one meanwhile. */
async function resumeAll(all: readonly (readonly [NamespaceId, readonly Remembered[]])[], patience: number): Promise<void> {
  let first = Promise.resolve()
  const jobs = all.flatMap(([namespace, records], index) => {
    const own = resumeFamily(namespace, records, patience, first)
    if (index === 0 && own[0]) [first] = own as [Promise<void>]
    return own
  })
  await Promise.all(jobs)
}

function families(): readonly (readonly [NamespaceId, readonly Remembered[]])[] {
  const records = recordsStore.getState()
  // The family used last comes first, so that it becomes the active one.
  return [...allRecords(records)].sort(([a], [b]) => Number(b === records.active) - Number(a === records.active))
}

/** Brings back what was connected before the reload. Settles when each wallet is connected again or dropped. */
export async function reconnect(): Promise<void> {
  await resumeAll(families(), lateness)
}

/** Tries again, unseen, the wallets that are here now and were not before, or that another tab connected. */
export function resumeQuietly(): void {
  if (settingsStore.getState().options.enableReconnect === false) return
  const here = families().map(([namespace, records]) => {
    const missing = records.filter((one) => !findConnection(namespace, one.walletId))
    return [namespace, missing.filter((one) => one.kind !== 'host' || findWallet(one.walletId))] as const
  })
  void resumeAll(
    here.filter(([, records]) => records.length > 0),
    0,
  )
}

/** Extensions that come later than {@link lateness} are still resumed. Gives the way to stop. */
export function startLateReconnect(): () => void {
  return walletsStore.subscribe((state, previous) => {
    if (state.discovered !== previous.discovered) resumeQuietly()
  })
}
