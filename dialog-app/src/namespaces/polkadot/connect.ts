import type { Account, CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import type { Wallet } from '../../wallets/wallet.js'
import { askAccounts } from '../askAccounts.js'
import { textField } from '../fields.js'
import { wantedNetworks } from '../networkChoice.js'
import { uniqueAccounts } from '../uniqueAccounts.js'
import { isAddress } from './address.js'

export const namespace: NamespaceId = 'polkadot'

/** A reference is this much of a genesis hash (CAIP-2, polkadot). */
const referenceDigits = 32

type Offer = { readonly account: Account; readonly only: CaipNetworkId | undefined }

/** The accounts among what a wallet answered, each with the one chain that it is for, if any; anything else in the list is dropped. */
export function readOffers(value: unknown): readonly Offer[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((entry) => {
    const address = textField(entry, 'address')
    if (!address || !isAddress(address)) return []
    const genesis = textField(entry, 'genesisHash')?.replace(/^0x/i, '').slice(0, referenceDigits).toLowerCase()
    return [{ account: { namespace, address, type: 'eoa' }, only: genesis ? (`${namespace}:${genesis}` as const) : undefined }]
  })
}

/** The accounts that can sign on a network. */
export function accountsOn(offers: readonly Offer[], networkId: CaipNetworkId | undefined): readonly Account[] {
  const usable = offers.filter(({ only }) => only === undefined || networkId === undefined || only === networkId)
  return uniqueAccounts(usable.map(({ account }) => account))
}

/**
 * `polkadot_requestAccounts`, on the first of the wanted networks that an account is for; else where the wallet's first account is.
 *
 * @throws RpcError the wallet's own; -32001 when it gives no account
 */
export async function connect(
  wallet: Wallet,
  { networkIds, ...how }: Omit<Wallet.ConnectParameters, 'namespace'>,
): Promise<Wallet.Connection> {
  const wanted = wantedNetworks(namespace, networkIds)
  const params = how.isReconnecting ? { silent: true } : {}
  const call = { namespace, networkId: wanted[0], method: 'polkadot_requestAccounts', params, read: readOffers }
  const offers = await askAccounts(wallet, call, how)
  const networkId = wanted.find((id) => accountsOn(offers, id).length > 0) ?? offers[0]?.only ?? wanted[0]
  return { accounts: accountsOn(offers, networkId), networkId }
}
