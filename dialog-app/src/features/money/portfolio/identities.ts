import { fetchIdentity } from '../../../api/money.js'
import { readCache, writeCache } from '../../../lib/cache.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import { identitiesStore } from '../../../state/identities.js'
import { currentConnection, sessionStore } from '../../../state/session.js'
import { uiStore } from '../../../state/ui.js'
import { viewStore } from '../../../state/view.js'
import { money } from '../constants.js'
import { isMoneyOpen } from '../onScreen.js'

/** By address: the time before which it is not asked for again. */
const notBefore = perDialog(() => new Map<string, number>())

async function follow(dialog: Dialog): Promise<void> {
  const account = currentConnection(dialog)?.accounts[0]
  if (!account || !isMoneyOpen(dialog)) return
  const { namespace, address } = account
  if (dialog.now() < (notBefore(dialog).get(address) ?? 0)) return
  notBefore(dialog).set(address, dialog.now() + money.retryBlock)
  const cached = readCache(dialog, 'identityCache', address, { stale: true })
  if (cached) identitiesStore(dialog).setState({ [address]: cached.value })
  const until = (cached?.at ?? 0) + money.identityCache
  if (dialog.now() < until) {
    notBefore(dialog).set(address, until)
    return
  }
  try {
    const family = await loadNamespace(dialog, namespace)
    if (!family.names) return
    const { name, avatar } = await fetchIdentity(dialog, address)
    const at = dialog.now()
    notBefore(dialog).set(address, at + money.identityCache)
    identitiesStore(dialog).setState({ [address]: { name, avatar } })
    writeCache(dialog, 'identityCache', address, { name, avatar }, at)
  } catch {
    // The address stands for the name, a drawn picture for the picture.
  }
}

/** From now on the active account has its name and its picture while it is on screen. */
export function startIdentities(dialog: Dialog): void {
  for (const store of [sessionStore(dialog), viewStore(dialog), uiStore(dialog)]) store.subscribe(() => void follow(dialog))
  void follow(dialog)
}
