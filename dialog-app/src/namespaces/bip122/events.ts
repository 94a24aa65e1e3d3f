import type { CaipNetworkId, WalletEvent } from '@latchkey/protocol'
import type { Change } from '../namespace.js'
import { readNetworkId } from '../networkChoice.js'
import { isOn } from './address.js'
import { namespace, readAccounts } from './connect.js'

/** The first 32 digits of the genesis block's hash (CAIP-2, bip122). */
const reference = /^[0-9a-f]{32}$/

/** Reads what a Bitcoin wallet did by itself. Addresses of another network than the connection's count only when there are no others. */
export function readEvent({ event, data }: WalletEvent, networkId?: CaipNetworkId): Change | undefined {
  if (event === 'disconnect') return { type: 'disconnected' }
  if (event === 'accountsChanged') {
    if (!Array.isArray(data)) return undefined
    const all = readAccounts(data)
    if (data.length > 0 && all.length === 0) return undefined
    const here = networkId ? all.filter(({ address }) => isOn(address, networkId)) : all
    return { type: 'accounts', accounts: here.length > 0 ? here : all }
  }
  const moved = event === 'chainChanged' ? readNetworkId(namespace, data, reference) : undefined
  return moved && { type: 'network', networkId: moved }
}
