import type { AccountChange, CaipNetworkId } from '@latchkey/protocol'
import { openChanges } from '../../../api/changes.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { after, listen, onDestroy } from '../../../lib/lifetime.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import { sessionStore } from '../../../state/session.js'
import { transactionsStore } from '../../../state/transactions.js'
import { uiStore } from '../../../state/ui.js'
import { viewStore } from '../../../state/view.js'
import { refreshActivity } from '../activity/activity.js'
import { money } from '../constants.js'
import { refreshNfts } from '../nfts/nfts.js'
import { onNetwork } from '../onNetwork.js'
import { isMoneySeen } from '../onScreen.js'
import { reloadPortfolio } from '../portfolio/portfolio.js'

/** Milliseconds: a block often changes several things at once, and a flood of changes is answered once a second. */
const gather = 150
const rarest = 1_000
/** Milliseconds until a stream that ended is tried again: the first time, and at most. */
const soonest = 1_000
const latest = 60_000
/** … and one that the server refused: it has nothing to tell about this address, or is full. */
const afterRefusal = 120_000

/** What one dialog keeps here. */
type Own = {
  /** The address that is listened for; undefined while nobody looks. */
  address: string | undefined
  /** The networks that the stream tells of; undefined while nobody asked for one. */
  told: readonly string[] | undefined
  close: (() => void) | undefined
  /** Streams that ended one after the other. */
  failures: number
  /** Something may have happened that nobody heard of. */
  missed: boolean
  reconnect: (() => void) | undefined
  poll: (() => void) | undefined
  refresh: (() => void) | undefined
  refreshedAt: number
  /** Networks on which the account holds something else than before. */
  changed: ReadonlySet<CaipNetworkId>
}

const kept = perDialog(
  (): Own => ({
    address: undefined,
    told: undefined,
    close: undefined,
    failures: 0,
    missed: false,
    reconnect: undefined,
    poll: undefined,
    refresh: undefined,
    refreshedAt: 0,
    changed: new Set(),
  }),
)

function askAgain(dialog: Dialog) {
  void refreshActivity(dialog)
  void refreshNfts(dialog)
}

/** Soon, and with everything that happens until then. */
function hear(dialog: Dialog, { chain, status }: AccountChange) {
  const own = kept(dialog)
  // What is pending moved nothing yet.
  if (status === 'confirmed' || status === 'failed') own.changed = new Set([...own.changed, chain as CaipNetworkId])
  if (own.refresh) return
  own.refresh = after(dialog, Math.max(gather, own.refreshedAt + rarest - dialog.now()), () => {
    own.refresh = undefined
    own.refreshedAt = dialog.now()
    const changed = [...own.changed]
    own.changed = new Set()
    askAgain(dialog)
    if (changed.length > 0) void reloadPortfolio(dialog, changed)
  })
}

/** While no stream tells of the network on screen. Balances are asked for in any case. */
function pollUntold(dialog: Dialog) {
  const own = kept(dialog)
  const networkId = onNetwork(dialog)?.networkId
  if (!own.told || !networkId || own.told.includes(networkId)) {
    own.poll?.()
    own.poll = undefined
    return
  }
  own.poll ??= after(dialog, money.poll, () => {
    own.poll = undefined
    askAgain(dialog)
    pollUntold(dialog)
  })
}

/** From now on these networks are told of. */
function setTold(dialog: Dialog, chains: readonly string[]) {
  kept(dialog).told = chains
  pollUntold(dialog)
}

/** Transactions of this dialog are looked at again. The code for that is here already when there is one. */
async function tellFollowers(dialog: Dialog, change: AccountChange): Promise<void> {
  const { hearOfTransaction } = await import('../transactions/followTransaction.js')
  hearOfTransaction(dialog, change)
}

function connect(dialog: Dialog, address: string) {
  const own = kept(dialog)
  setTold(dialog, [])
  own.close = openChanges(dialog, address, {
    onOpen() {
      own.failures = 0
      if (own.missed) askAgain(dialog)
      own.missed = false
    },
    onChains: (chains) => setTold(dialog, chains),
    onChange(change) {
      if (transactionsStore(dialog).getState().transactions.length > 0) void tellFollowers(dialog, change)
      hear(dialog, change)
    },
    onEnd(isRefused) {
      own.close = undefined
      own.missed = true
      // Not all at the same time, when a server comes back.
      const wait = (isRefused ? afterRefusal : Math.min(latest, soonest * 2 ** own.failures)) * (0.5 + Math.random() / 2)
      own.failures += 1
      setTold(dialog, [])
      own.reconnect = after(dialog, wait, () => connect(dialog, address))
    },
  })
}

function stop(own: Own) {
  for (const end of [own.close, own.reconnect, own.poll, own.refresh]) end?.()
  own.close = undefined
  own.reconnect = undefined
  own.poll = undefined
  own.refresh = undefined
  own.failures = 0
  own.told = undefined
  own.changed = new Set()
}

/** One stream for the account on screen, and none while nobody looks. */
function follow(dialog: Dialog) {
  const own = kept(dialog)
  const of = isMoneySeen(dialog) ? onNetwork(dialog) : undefined
  // Another network of the same account may be one that the stream does not tell of.
  if (of?.address === own.address) return pollUntold(dialog)
  stop(own)
  // Back on screen: what happened in the meantime was not heard.
  own.missed = own.address === undefined
  own.address = of?.address
  if (!of) return
  loadNamespace(dialog, of.namespace)
    .then(({ portfolio }) => portfolio && own.address === of.address && !own.close && connect(dialog, of.address))
    // The family's code did not come, or the browser knows no streams.
    .catch(() => own.address === of.address && setTold(dialog, []))
}

/** From now on what happens to the account on screen is heard of as it happens, and read then. */
export function startLive(dialog: Dialog): void {
  for (const store of [sessionStore(dialog), viewStore(dialog), uiStore(dialog)]) store.subscribe(() => follow(dialog))
  listen(dialog, document, 'visibilitychange', () => follow(dialog))
  onDestroy(dialog, () => stop(kept(dialog)))
  follow(dialog)
}
