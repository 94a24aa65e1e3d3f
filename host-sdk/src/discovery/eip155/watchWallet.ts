import { toWireError, type WalletEvent } from '@latchkey/protocol'
import { read } from '../foreign.js'
import type { HostWallet } from './announcement.js'

const isAddress = (value: unknown) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)

/** A chain as EIP-695 writes it; older wallets send a number, or decimal text. */
function readChain(value: unknown): string | undefined {
  const isText = typeof value === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(value)
  const isNumber = typeof value === 'bigint' || Number.isSafeInteger(value)
  if (!(isText || isNumber) || !(Number(value) > 0)) return undefined
  return isText ? value : `0x${(value as number | bigint).toString(16)}`
}

/** What crosses the Bridge of an event; undefined where it is not understood: other users' objects may hold anything. */
const readers: Record<WalletEvent['event'], (data: unknown) => unknown> = {
  // `every` passes over the holes of a sparse list.
  accountsChanged: (data) => (Array.isArray(data) && [...data].every(isAddress) ? [...data] : undefined),
  chainChanged: readChain,
  connect(data) {
    const chainId = readChain(read(data, 'chainId'))
    return chainId && { chainId }
  },
  disconnect(data) {
    const { code, message } = toWireError(data)
    return { code, message }
  },
}

/** What the wallet itself says of that, and the words of the event for it. */
const questions: Partial<Record<WalletEvent['event'], readonly [method: string, wrap: (answer: unknown) => unknown]>> = {
  accountsChanged: ['eth_accounts', (answer) => answer],
  chainChanged: ['eth_chainId', (answer) => answer],
  connect: ['eth_chainId', (chainId) => ({ chainId })],
}

/** An event of a wallet, with what may cross the Bridge of its data; undefined where that is not understood. */
export function toWalletEvent(walletId: string, event: WalletEvent['event'], data: unknown): WalletEvent | undefined {
  try {
    const plain = readers[event](data)
    return plain === undefined ? undefined : { walletId, namespace: 'eip155', event, data: plain }
  } catch {
    // An object that cannot even be looked at.
    return undefined
  }
}

/**
 * Listens to what a wallet does by itself (EIP-1193 events). Where it sends what no one understands, it is asked.
 *
 * @returns unsubscribe
 */
export function watchWallet({ info, provider }: HostWallet, listener: (event: WalletEvent) => void): () => void {
  async function ask(event: WalletEvent['event']): Promise<WalletEvent | undefined> {
    const question = questions[event]
    return question && toWalletEvent(info.id, event, question[1](await provider.request({ method: question[0] })))
  }
  const subscriptions = (Object.keys(readers) as WalletEvent['event'][]).map((event) => {
    let heard = 0
    const handler = (data: unknown) => {
      heard += 1
      const turn = heard
      const known = toWalletEvent(info.id, event, data)
      if (known) return listener(known)
      // An answer that a later event has overtaken is old.
      ask(event).then(
        (answer) => answer && turn === heard && listener(answer),
        () => {},
      )
    }
    try {
      provider.on(event, handler)
    } catch {
      // A provider without events: changes in the wallet are not noticed.
    }
    return () => {
      // Nor does an answer that is still to come count.
      heard += 1
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
