import { type Account, bitcoinAccountIndexes, type NamespaceId } from '@latchkey/protocol'
import type { Wallet } from '../../wallets/wallet.js'
import { askAccounts } from '../askAccounts.js'
import { textField } from '../fields.js'
import { wantedNetworks } from '../networkChoice.js'
import { uniqueAccounts } from '../uniqueAccounts.js'
import { formatAddress, isAddress, isOn, networkOf } from './address.js'

export const namespace: NamespaceId = 'bip122'

type Intention = keyof typeof bitcoinAccountIndexes
const intentions = Object.keys(bitcoinAccountIndexes) as Intention[]

/** The accounts among what a wallet answered, payment before ordinal; anything else in the list is dropped. */
export function readAccounts(value: unknown): readonly Account[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const accounts = list.flatMap((entry): (Account & { readonly type: Intention })[] => {
    const address = textField(entry, 'address')
    if (!address || !isAddress(address)) return []
    const publicKey = textField(entry, 'publicKey')
    const path = textField(entry, 'path')
    const type = textField(entry, 'intention') === 'ordinal' ? 'ordinal' : 'payment'
    return [{ namespace, address: formatAddress(address), type, ...(publicKey ? { publicKey } : {}), ...(path ? { path } : {}) }]
  })
  const sorted = accounts.sort((one, other) => bitcoinAccountIndexes[one.type] - bitcoinAccountIndexes[other.type])
  return uniqueAccounts(sorted)
}

/**
 * `getAccountAddresses`, on the first of the wanted networks that the wallet has addresses on; else where its first address is.
 *
 * @throws RpcError the wallet's own; -32001 when it gives no account
 */
export async function connect(
  wallet: Wallet,
  { networkIds, ...how }: Omit<Wallet.ConnectParameters, 'namespace'>,
): Promise<Wallet.Connection> {
  const wanted = wantedNetworks(namespace, networkIds)
  const params = { intentions, ...(how.isReconnecting ? { silent: true } : {}) }
  const call = { namespace, networkId: wanted[0], method: 'getAccountAddresses', params, read: readAccounts }
  const all = await askAccounts(wallet, call, how)
  const networkId = wanted.find((id) => all.some(({ address }) => isOn(address, id))) ?? networkOf(all[0]?.address ?? '')
  return { accounts: all.filter(({ address }) => isOn(address, networkId)), networkId }
}
