import { type CaipNetworkId, namespaceOf, toCaipAddress } from '@latchkey/protocol'
import { fetchIdentity } from '../../api/money.js'
import { readCache, writeCache } from '../../lib/cache.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { identitiesStore, type KnownIdentity } from '../../state/identities.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { uiStore } from '../../state/ui.js'
import { viewStore } from '../../state/view.js'
import { money } from '../money/constants.js'
import { isMoneyOpen } from '../money/onScreen.js'

/** Addresses that are asked for at the same time; a list has many, and each is asked for when it is seen. */
const mostAtOnce = 4

/** What one dialog keeps here. */
type Own = {
  /** By account (CAIP-10): the time before which it is not asked for again. */
  readonly notBefore: Map<string, number>
  readonly waiting: (() => Promise<void>)[]
  running: number
}

const kept = perDialog((): Own => ({ notBefore: new Map(), waiting: [], running: 0 }))

async function load(dialog: Dialog, networkId: CaipNetworkId, address: string): Promise<void> {
  try {
    const family = await loadNamespace(dialog, namespaceOf(networkId))
    if (!family.names) return
    const { name, avatar } = await fetchIdentity(dialog, networkId, address)
    setIdentity(dialog, networkId, address, { name, avatar })
  } catch {
    // The address stands for the name, a drawn picture for the picture.
  }
}

function runNext(dialog: Dialog): void {
  const own = kept(dialog)
  const next = own.running < mostAtOnce ? own.waiting.shift() : undefined
  if (!next) return
  own.running += 1
  void next().finally(() => {
    own.running -= 1
    runNext(dialog)
  })
}

/** Brings the name and the picture of an address on a network, unless they are known or were asked for a short time ago. */
export function wantIdentity(dialog: Dialog, networkId: CaipNetworkId, address: string): void {
  const own = kept(dialog)
  const key = toCaipAddress(networkId, address)
  if (dialog.now() < (own.notBefore.get(key) ?? 0)) return
  own.notBefore.set(key, dialog.now() + money.retryBlock)
  // An older name may be over, or somebody else's by now.
  const cached = readCache(dialog, 'identityCache', key)
  if (cached) identitiesStore(dialog).setState({ [key]: cached.value })
  const until = (cached?.at ?? 0) + money.identityCache
  if (dialog.now() < until) own.notBefore.set(key, until)
  else {
    own.waiting.push(() => load(dialog, networkId, address))
    runNext(dialog)
  }
}

/** Says who an address is since a moment ago: what the server's answers of before say counts no more. */
export function setIdentity(dialog: Dialog, networkId: CaipNetworkId, address: string, identity: KnownIdentity): void {
  const at = dialog.now()
  const key = toCaipAddress(networkId, address)
  kept(dialog).notBefore.set(key, at + money.identityCache)
  identitiesStore(dialog).setState({ [key]: identity })
  writeCache(dialog, 'identityCache', key, identity, at)
}

function follow(dialog: Dialog): void {
  const connection = currentConnection(dialog)
  const account = connection?.accounts[0]
  if (account && isMoneyOpen(dialog)) wantIdentity(dialog, connection.networkId, account.address)
}

/** From now on the active account has its name and its picture while it is on screen. */
export function startIdentities(dialog: Dialog): void {
  for (const store of [sessionStore(dialog), viewStore(dialog), uiStore(dialog)]) store.subscribe(() => follow(dialog))
  follow(dialog)
}
