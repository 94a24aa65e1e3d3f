import { adapterErrors, type ConnectedWallet, type NamespaceId, newId, type WalletEvent, type WalletInfo } from '@latchkey/protocol'
import { host } from '../bridge/host.js'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { loadedNamespace, loadNamespace, readyNamespace } from '../namespaces/registry.js'
import type { Wallet } from './wallet.js'

const listeners = perDialog(() => new Set<(event: WalletEvent) => void>())

/** Hands an event that the page mirrored to whoever listens to that wallet. */
export function dispatchWalletEvent(dialog: Dialog, event: WalletEvent): void {
  for (const listener of [...listeners(dialog)]) listener(event)
}

/** What the rest of the dialog and the page may know of a wallet that the page found. */
export function describeWallet({ id, name, icon, rdns }: WalletInfo): ConnectedWallet {
  return { id, name, kind: 'host', ...(icon === undefined ? {} : { icon }), ...(rdns === undefined ? {} : { rdns }) }
}

/**
 * A wallet that lives in the host page: an extension, or a wallet's own browser. Its requests go to its provider as they are.
 */
export function hostWallet(dialog: Dialog, info: ConnectedWallet): Wallet {
  const wallet: Wallet = {
    info,
    kind: 'host',
    connect({ namespace, ...parameters }) {
      const module = loadedNamespace(dialog, namespace)
      // No await when the module is here: the request must leave within the click.
      return module ? module.connect(wallet, parameters) : loadNamespace(dialog, namespace).then((late) => late.connect(wallet, parameters))
    },
    async disconnect(namespace?: NamespaceId) {
      if (namespace) await (await readyNamespace(dialog, namespace, adapterErrors.connectionClientNotSet)).disconnect?.(wallet)
    },
    request({ namespace, networkId, method, params, signal }) {
      const id = newId()
      // A user answers: no timeout.
      return host(dialog).call('walletRequest', { id, walletId: info.id, namespace, networkId, method, params }, { timeout: null, signal })
    },
    subscribe(listener) {
      const mine = (event: WalletEvent) => {
        if (event.walletId === info.id) listener(event)
      }
      listeners(dialog).add(mine)
      return () => listeners(dialog).delete(mine)
    },
  }
  return wallet
}
