import { type Account, builtInNetworks, type CaipNetworkId, type NamespaceId, readProperty } from '@latchkey/protocol'
import type { Wallet } from '../../wallets/wallet.js'
import { askAccounts } from '../askAccounts.js'
import { modernId } from '../deprecatedIds.js'
import { textField } from '../fields.js'
import { wantedNetworks } from '../networkChoice.js'
import { uniqueAccounts } from '../uniqueAccounts.js'
import { isAddress } from './address.js'

export const namespace: NamespaceId = 'solana'

/** The Wallet Standard's name for every network that is not one of the public ones. */
const localnet = 'solana:localnet'

type Offer = { readonly account: Account; readonly chains: readonly CaipNetworkId[] }

/** The accounts among what a wallet answered, with the networks that each names; anything else in the list is dropped. */
export function readOffers(value: unknown): readonly Offer[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((entry) => {
    const address = textField(entry, 'pubkey')
    if (!address || !isAddress(address)) return []
    const named = readProperty(entry, 'chains')
    const chains = (Array.isArray(named) ? named : []).filter((id) => typeof id === 'string' && id.startsWith(`${namespace}:`))
    return [{ account: { namespace, address, type: 'eoa' }, chains: chains.map(modernId) }]
  })
}

/** A wallet that names no networks works on every one. */
function works({ chains }: Offer, networkId: CaipNetworkId): boolean {
  const isPublic = builtInNetworks.some(({ caipNetworkId }) => caipNetworkId === networkId)
  return chains.length === 0 || chains.includes(networkId) || (!isPublic && chains.includes(localnet))
}

/**
 * `solana_requestAccounts`, on the first of the wanted networks that the wallet works on; else on the wallet's own first.
 *
 * @throws RpcError the wallet's own; -32001 when it gives no account
 */
export async function connect(
  wallet: Wallet,
  { networkIds, ...how }: Omit<Wallet.ConnectParameters, 'namespace'>,
): Promise<Wallet.Connection> {
  const wanted = wantedNetworks(namespace, networkIds)
  const params = how.isReconnecting ? { silent: true } : {}
  const call = { namespace, networkId: wanted[0], method: 'solana_requestAccounts', params, read: readOffers }
  const offers = await askAccounts(wallet, call, how)
  const own = offers.flatMap(({ chains }) => chains).find((id) => id !== localnet)
  const networkId = wanted.find((id) => offers.some((offer) => works(offer, id))) ?? own ?? wanted[0]
  const accounts = offers.filter((offer) => works(offer, networkId)).map(({ account }) => account)
  return { accounts: uniqueAccounts(accounts), networkId }
}
