import { limits, namespaceOf, newId, toWireError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem, writeItem } from '../../lib/storage.js'
import { embeddedAccountStore } from '../../state/embeddedAccount.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { embeddedId } from '../../wallets/embedded/index.js'
import { adoptUser } from './adoptUser.js'
import { embedded } from './embedded.js'

const options = { timeout: limits.loginTimeout }

/** Fetches what the settings show: who is logged in, who can open the wallet, where a smart account works. */
export async function loadEmbeddedAccount(dialog: Dialog): Promise<void> {
  const { frame, wallet } = embedded(dialog)
  embeddedAccountStore(dialog).setState({ user: wallet.user(), status: 'loading', error: null })
  try {
    const [{ custody, factors }, { smartAccountEnabledNetworks }] = await Promise.all([
      frame.call('getSecurity', { id: newId() }, options),
      frame.call('getSmartAccountEnabledNetworks', {}, options),
    ])
    // Chain ids alone, joined by commas.
    const references = smartAccountEnabledNetworks.map((networkId) => networkId.split(':')[1] ?? '').filter((one) => /^\d+$/.test(one))
    writeItem(dialog, 'smartAccountEnabledNetworks', references.join(','))
    embeddedAccountStore(dialog).setState({ status: 'ready', custody, factors, smartAccountNetworks: smartAccountEnabledNetworks })
    await refreshDeployed(dialog)
  } catch (error) {
    embeddedAccountStore(dialog).setState({ status: 'failed', error: toWireError(error) })
  }
}

/** A transaction since the login may have put the smart account on the chain. */
async function refreshDeployed(dialog: Dialog): Promise<void> {
  const { user, smartAccountNetworks } = embeddedAccountStore(dialog).getState()
  const { activeNamespace, connections } = sessionStore(dialog).getState()
  const chainId = activeNamespace && connections[activeNamespace]?.networkId
  const isSmart = user?.preferredAccountType === 'smartAccount' && !user.smartAccountDeployed
  if (!isSmart || !chainId || !smartAccountNetworks.includes(chainId)) return
  const { smartAccountDeployed } = await embedded(dialog).frame.call('getUser', { id: newId(), chainId }, options)
  embeddedAccountStore(dialog).setState({ user: { ...user, smartAccountDeployed } })
}

/** Whether this network offers the other kind of account: back to the plain one always. */
export function otherAccountType(dialog: Dialog): 'eoa' | 'smartAccount' | null {
  const { user, smartAccountNetworks } = embeddedAccountStore(dialog).getState()
  const { activeNamespace, connections } = sessionStore(dialog).getState()
  const networkId = activeNamespace && connections[activeNamespace]?.networkId
  if (!user || !networkId) return null
  const isFamily = smartAccountNetworks.some((id) => namespaceOf(id) === activeNamespace)
  if (user.preferredAccountType === 'smartAccount') return isFamily ? 'eoa' : null
  return smartAccountNetworks.includes(networkId) ? 'smartAccount' : null
}

/** Makes the other kind of account the one that the page sees. */
export async function switchAccountType(dialog: Dialog): Promise<void> {
  const type = otherAccountType(dialog)
  const { frame, wallet } = embedded(dialog)
  const { activeNamespace } = sessionStore(dialog).getState()
  const chainId = activeNamespace && findConnection(activeNamespace, embeddedId, sessionStore(dialog).getState())?.networkId
  if (!type || !chainId || !activeNamespace) return
  embeddedAccountStore(dialog).setState({ switching: true, error: null })
  try {
    // No timeout here: the frame has one. A development server may have to install its bundler first.
    await frame.call('setPreferredAccount', { id: newId(), type, chainId }, { timeout: null })
    writeItem(dialog, 'preferredAccountTypes', { ...readItem(dialog, 'preferredAccountTypes'), [activeNamespace]: type })
    const user = await frame.call('getUser', { id: newId(), chainId, preferredAccountType: type }, options)
    adoptUser(dialog, wallet, user)
    embeddedAccountStore(dialog).setState({ switching: false })
  } catch (error) {
    embeddedAccountStore(dialog).setState({ switching: false, error: toWireError(error) })
  }
}
