import { limits, type NamespaceId } from '@latchkey/protocol'
import { clearCache } from '../lib/cache.js'
import { removeItem, writeItem } from '../lib/storage.js'
import { wait } from '../lib/wait.js'
import { recordsStore } from '../state/records.js'
import { sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { closeDialog } from './close.js'
import { markDisconnected } from './records.js'
import { dropConnections } from './session.js'
import { reset } from './viewStack.js'
import { forgetSuspended, suspendedNamespaces } from './walletEvents.js'
import { connectedWallet } from './wallets.js'

/**
 * Ends the connection of one chain family, or of all: at once and in one step. The wallet hears of it within 3 s, whatever it answers.
 */
export function disconnect(namespace?: NamespaceId): void {
  const { connections } = sessionStore.getState()
  const remembered = Object.keys({ ...recordsStore.getState().connections, ...connections }) as NamespaceId[]
  const ended = [...new Set([...remembered, ...suspendedNamespaces()])].filter((name) => !namespace || name === namespace)
  clearCache('balanceCache')
  clearCache('portfolioCache')
  clearCache('identityCache')
  forgetSuspended(ended)
  markDisconnected(ended, true)
  dropConnections(ended)
  const rest = Object.values(sessionStore.getState().connections)
  const told = new Set<string>()
  for (const name of ended) {
    const wallet = connections[name]?.wallet
    if (!wallet || told.has(wallet.id)) continue
    // One session carries all the families of a wallet elsewhere: when none is left, it ends as a whole.
    const whole = wallet.kind !== 'host' && !rest.some((other) => other.wallet.id === wallet.id)
    if (whole) told.add(wallet.id)
    void tellWallet(wallet, whole ? undefined : name)
  }
  if (Object.keys(sessionStore.getState().connections).length > 0) return
  writeItem('connectionStatus', 'disconnected')
  removeItem('activeNetworkId')
  if (!uiStore.getState().open) return
  if (settingsStore.getState().options.inline) reset('Connect')
  else closeDialog({ force: true })
}

/** Best effort: many wallets do not know the request, and a closed one never answers. */
async function tellWallet(info: Parameters<typeof connectedWallet>[0], namespace: NamespaceId | undefined): Promise<void> {
  const done = new AbortController()
  try {
    await Promise.race([connectedWallet(info).disconnect(namespace), wait(limits.signOutTimeout, done.signal)])
  } catch {
    // Our side is disconnected already: that is what the person asked for.
  } finally {
    done.abort()
  }
}
