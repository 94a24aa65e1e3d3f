import { type Account, type CaipNetworkId, type NamespaceId, referenceOf } from '@latchkey/protocol'
import type { Wallet } from '../../wallets/wallet.js'
import { askAccounts } from '../askAccounts.js'
import { textField } from '../fields.js'
import { wantedNetworks } from '../networkChoice.js'
import { uniqueAccounts } from '../uniqueAccounts.js'
import { formatAddress, isAddress } from './address.js'

export const namespace: NamespaceId = 'cosmos'

type Offer = { readonly account: Account; readonly networkId: CaipNetworkId | undefined }

/** The accounts among what a wallet answered, each with the chain that it is of, if it says so; anything else in the list is dropped. */
export function readOffers(value: unknown): readonly Offer[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((entry) => {
    const address = textField(entry, 'address')
    if (!address || !isAddress(address)) return []
    const publicKey = textField(entry, 'pubkey')
    const chainId = textField(entry, 'chainId')
    const account: Account = { namespace, address: formatAddress(address), type: 'eoa', ...(publicKey ? { publicKey } : {}) }
    return [{ account, networkId: chainId ? (`${namespace}:${chainId}` as const) : undefined }]
  })
}

/** The accounts of a chain: an address belongs to one, unless the wallet does not say to which. */
export function accountsOn(offers: readonly Offer[], networkId: CaipNetworkId | undefined): readonly Account[] {
  const here = offers.filter((offer) => offer.networkId === undefined || networkId === undefined || offer.networkId === networkId)
  return uniqueAccounts(here.map(({ account }) => account))
}

/**
 * `cosmos_requestAccounts` for all wanted chains, on the first of them that the wallet gives an account for; else on the wallet's first.
 *
 * @throws RpcError the wallet's own; -32001 when it gives no account
 */
export async function connect(
  wallet: Wallet,
  { networkIds, ...how }: Omit<Wallet.ConnectParameters, 'namespace'>,
): Promise<Wallet.Connection> {
  const wanted = wantedNetworks(namespace, networkIds)
  const params = { chainIds: wanted.map(referenceOf), ...(how.isReconnecting ? { silent: true } : {}) }
  const call = { namespace, networkId: wanted[0], method: 'cosmos_requestAccounts', params, read: readOffers }
  const offers = await askAccounts(wallet, call, how)
  const networkId = wanted.find((id) => accountsOn(offers, id).length > 0) ?? offers[0]?.networkId ?? wanted[0]
  return { accounts: accountsOn(offers, networkId), networkId }
}
