import type { StandardWallet } from '../standardTypes.js'

/**
 * Makes the page's wallet known to every app of this page, now and later (Wallet Standard, both directions).
 *
 * @returns stop: takes it back from those that have it
 */
export function registerWallet(wallet: StandardWallet): () => void {
  const subscriptions = new Set<unknown>()
  const callback = (api: { register?: (wallet: object) => unknown } | null) => subscriptions.add(api?.register?.(wallet))
  const onReady = ({ detail }: CustomEventInit) => callback(detail)
  const ready = 'wallet-standard:app-ready'
  addEventListener(ready, onReady)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return () => {
    removeEventListener(ready, onReady)
    for (const unsubscribe of subscriptions) if (typeof unsubscribe === 'function') unsubscribe()
  }
}
