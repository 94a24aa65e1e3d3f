import { families } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { findNetwork } from '../../state/networks.js'
import type { ActiveConnection } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { walletFor } from '../../wallets/registry.js'
import type { Wallet } from '../../wallets/wallet.js'
import { loadSessionRuntime } from './loadSessionRuntime.js'

/** Whether the session knows all that is asked for: it has addresses, but no public keys. */
function isKnown({ namespace, params }: Wallet.RequestParameters): boolean {
  const { answersAccounts } = families[namespace].session
  return answersAccounts === 'always' || (answersAccounts === 'silent' && Object(params).silent === true)
}

/**
 * A page's request about accounts, network or permissions: the session answers it, whatever kind of wallet is connected. A network is changed in
 * the same way as by `switchNetwork`, with the same questions to the user.
 *
 * @throws RpcError as the chain family's `answerAccountRequest`; the wallet's own where a family has none, and the wallet has to be asked
 */
export async function handleAccountRequest(
  dialog: Dialog,
  call: Wallet.RequestParameters,
  { wallet, accounts, networkId, approved }: ActiveConnection,
): Promise<unknown> {
  const { namespace, method, params, signal } = call
  const { answerAccountRequest } = await loadNamespace(dialog, namespace)
  if (!answerAccountRequest) {
    if (!isKnown(call)) return await walletFor(dialog, wallet).request(call)
    return accounts.map((account) => families[namespace].describeAccount(account, approved))
  }
  return await answerAccountRequest(
    { method, params },
    {
      origin: settingsStore(dialog).getState().boot?.origin ?? '',
      accounts,
      networkId,
      hasNetwork: (id) => findNetwork(dialog, id) !== undefined,
      async switchTo(id) {
        const { requestSwitch } = await import('../networks/requestSwitch.js')
        await requestSwitch(dialog, id, signal ? { signal } : {})
      },
      async disconnect() {
        const { disconnect } = await loadSessionRuntime(dialog)
        disconnect(dialog, namespace)
      },
    },
  )
}
