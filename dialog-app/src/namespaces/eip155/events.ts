import { readProperty, type WalletEvent } from '@latchkey/protocol'
import type { Change } from '../namespace.js'
import { readChainId } from './chainId.js'
import { readAccounts } from './connect.js'

/** MetaMask's "lost the node, trying again": the accounts stay what they are. */
const tryingAgain = 1013

/** Reads the events of EIP-1193. */
export async function readEvent({ event, data }: WalletEvent): Promise<Change | undefined> {
  if (event === 'accountsChanged') {
    if (!Array.isArray(data)) return undefined
    const accounts = await readAccounts(data)
    // A list of what are no accounts says nothing; an empty one says that there are none.
    return data.length > 0 && accounts.length === 0 ? undefined : { type: 'accounts', accounts }
  }
  if (event === 'disconnect') return readProperty(data, 'code') === tryingAgain ? undefined : { type: 'disconnected' }
  const networkId = readChainId(event === 'connect' ? readProperty(data, 'chainId') : data)
  return networkId ? { type: 'network', networkId } : undefined
}
