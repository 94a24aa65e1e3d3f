import type { NamespaceId } from '@latchkey/protocol'
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
  /** By address: the time before which it is not asked for again. */
  readonly notBefore: Map<string, number>
  readonly waiting: (() => Promise<void>)[]
  running: number
}

const kept = perDialog((): Own => ({ notBefore: new Map(), waiting: [], running: 0 }))

async function load(dialog: Dialog, namespace: NamespaceId, address: string): Promise<void> {
  const { notBefore } = kept(dialog)
  try {
    const family = await loadNamespace(dialog, namespace)
    if (!family.names) return
    const { name, avatar } = await fetchIdentity(dialog, address)
    const at = dialog.now()
    notBefore.set(address, at + money.identityCache)
    identitiesStore(dialog).setState({ [address]: { name, avatar } })
    writeCache(dialog, 'identityCache', address, { name, avatar }, at)
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

/** Brings the name and the picture of an address, unless they are known or were asked for a short time ago. */
export function wantIdentity(dialog: Dialog, namespace: NamespaceId, address: string): void {
  const own = kept(dialog)
  if (dialog.now() < (own.notBefore.get(address) ?? 0)) return
  own.notBefore.set(address, dialog.now() + money.retryBlock)
  // An older name may be over, or somebody else's by now.
  const cached = readCache(dialog, 'identityCache', address)
  if (cached) identitiesStore(dialog).setState({ [address]: cached.value })
  const until = (cached?.at ?? 0) + money.identityCache
  if (dialog.now() < until) own.notBefore.set(address, until)
  else {
    own.waiting.push(() => load(dialog, namespace, address))
    runNext(dialog)
  }
}

/** Says who an address is since a moment ago: what the server's answers of before say counts no more. */
export function setIdentity(dialog: Dialog, address: string, identity: KnownIdentity): void {
  const at = dialog.now()
  kept(dialog).notBefore.set(address, at + money.identityCache)
  identitiesStore(dialog).setState({ [address]: identity })
  writeCache(dialog, 'identityCache', address, identity, at)
}

function follow(dialog: Dialog): void {
  const account = currentConnection(dialog)?.accounts[0]
  if (account && isMoneyOpen(dialog)) wantIdentity(dialog, account.namespace, account.address)
}

/** From now on the active account has its name and its picture while it is on screen. */
export function startIdentities(dialog: Dialog): void {
  for (const store of [sessionStore(dialog), viewStore(dialog), uiStore(dialog)]) store.subscribe(() => follow(dialog))
  follow(dialog)
}
