import { toWireError, type WalletEvent } from '@latchkey/protocol'
import { read } from '../foreign.js'
import type { HostWallet } from './announcement.js'

/** What crosses the Bridge of an event: other users' objects may hold anything. */
const plain: Record<WalletEvent['event'], (data: unknown) => unknown> = {
  accountsChanged: (data) => (Array.isArray(data) ? data.filter((item) => typeof item === 'string') : []),
  chainChanged: (data) => (typeof data === 'number' ? `0x${data.toString(16)}` : String(data)),
  connect: (data) => ({ chainId: String(read(data, 'chainId')) }),
  disconnect: (data) => {
    const { code, message } = toWireError(data)
    return { code, message }
  },
}

/** An event of a wallet, with what may cross the Bridge of its data. */
export function toWalletEvent(walletId: string, event: WalletEvent['event'], data: unknown): WalletEvent {
  return { walletId, namespace: 'eip155', event, data: plain[event](data) }
}

/**
 * Listens to what a wallet does by itself (EIP-1193 events).
 *
 * @returns unsubscribe
 */
export function watchWallet({ info, provider }: HostWallet, listener: (event: WalletEvent) => void): () => void {
  const subscriptions = (Object.keys(plain) as WalletEvent['event'][]).map((event) => {
    const handler = (data: unknown) => listener(toWalletEvent(info.id, event, data))
    try {
      provider.on(event, handler)
    } catch {
      // A provider without events: changes in the wallet are not noticed.
    }
    return () => {
      try {
        provider.removeListener(event, handler)
      } catch {
        // Nothing to take off.
      }
    }
  })
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
