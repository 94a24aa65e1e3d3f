import type { NamespaceId, Resume } from '@latchkey/protocol'
import { recordsStore } from '../state/records.js'
import { sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { settingsStore } from '../state/settings.js'
import { walletsStore } from '../state/wallets.js'
import { quietly } from './records.js'
import { acceptConnection } from './session.js'
import { findWallet, waitForWallet } from './wallets.js'

type Remembered = NonNullable<Resume['connections'][NamespaceId]>

/** Milliseconds that a reload waits for an extension to announce itself before it counts as absent. */
const lateness = 2_000

const running = new Map<NamespaceId, Promise<void>>()
let first: Promise<unknown> = Promise.resolve()

/** Settles when what was connected before the reload is back, or dropped. */
export function reconnectDone(): Promise<unknown> {
  return first
}

async function resumeHost(namespace: NamespaceId, { walletId, networkId }: Remembered, patience: number) {
  const wallet = await waitForWallet(walletId, patience)
  return { wallet, connection: await wallet?.connect({ namespace, networkIds: [networkId], isReconnecting: true }) }
}

async function resumeOther(namespace: NamespaceId, { kind }: Remembered): Promise<Partial<Awaited<ReturnType<typeof resumeHost>>>> {
  // Kinds that this build does not have: nothing to bring back.
  return kind === 'walletConnect' ? await (await import('./walletConnect/late.js')).resumePhone(namespace) : {}
}

/** Brings one family back without asking the person anything. What fails is dropped silently: the record stays for the next visit. */
async function resume(namespace: NamespaceId, record: Remembered, patience: number): Promise<void> {
  try {
    const { wallet, connection } = await (record.kind === 'host' ? resumeHost : resumeOther)(namespace, record, patience)
    const state = sessionStore.getState()
    // Meanwhile the person may have connected another wallet, or disconnected in another tab.
    const wanted = recordsStore.getState().connections[namespace]?.walletId === record.walletId && !state.connections[namespace]
    if (wallet && connection && wanted) {
      const activate = state.activeNamespace === null || recordsStore.getState().active === namespace
      quietly(() => acceptConnection(namespace, wallet, connection, activate))
    }
  } catch {
    // Locked, forgotten by the wallet, or silent: not connected, and no reason to bother anybody.
  } finally {
    dispatchSession({ type: 'ended', namespace })
  }
}

function start(namespace: NamespaceId, record: Remembered, patience: number): Promise<void> {
  const pending = running.get(namespace)
  if (pending) return pending
  const job = resume(namespace, record, patience).finally(() => running.delete(namespace))
  running.set(namespace, job)
  return job
}

function records(): readonly (readonly [NamespaceId, Remembered])[] {
  const { active, connections } = recordsStore.getState()
  const all = Object.entries(connections) as [NamespaceId, Remembered][]
  // The family used last comes first, so that it becomes the active one.
  return all.sort(([a], [b]) => Number(b === active) - Number(a === active))
}

/**
 * Brings back what was connected before the reload. Sets 'reconnecting' in the same tick, so that nobody sees 'disconnected' in between.
 *
 * @returns settles when each family is connected again or dropped
 */
export function reconnect(): Promise<void> {
  if (settingsStore.getState().options.enableReconnect === false) return Promise.resolve()
  const jobs = records().map(([namespace, record]) => {
    dispatchSession({ type: 'started', namespace, as: 'reconnecting' })
    return start(namespace, record, lateness)
  })
  const done = Promise.all(jobs)
  first = done
  return done.then(() => {})
}

/** Tries again, unseen, the families whose wallet is here now and was not before, or that another tab connected. */
export function resumeQuietly(): void {
  if (settingsStore.getState().options.enableReconnect === false) return
  const { connections } = sessionStore.getState()
  for (const [namespace, record] of records()) {
    if (!connections[namespace] && (record.kind !== 'host' || findWallet(record.walletId))) void start(namespace, record, 0)
  }
}

/** Extensions that come later than {@link lateness} are still resumed. Gives the way to stop. */
export function startLateReconnect(): () => void {
  return walletsStore.subscribe((state, previous) => {
    if (state.discovered !== previous.discovered) resumeQuietly()
  })
}
