import { type Account, builtInNetworks, type CaipNetworkId, isUserRejection, type NamespaceId, readProperty } from '@latchkey/protocol'
import { nameInMessage } from '@latchkey/protocol/siwx'
import { base64 } from '@scure/base'
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
 * Connects and signs in by one question of the wallet's (`solana:signIn`, which needs no connection). The request leaves in the same tick.
 *
 * @returns undefined for a wallet that does not have the feature or fails at it
 * @throws RpcError the user's refusal: nobody is asked a second time
 */
async function connectSigned(
  wallet: Wallet,
  networkId: CaipNetworkId,
  signIn: Wallet.SignInOffer,
  signal: AbortSignal | undefined,
): Promise<{ readonly offers: readonly Offer[]; readonly signed: Wallet.Signed } | undefined> {
  const call = { namespace, networkId, ...(signal && { signal }) }
  try {
    const input = { ...signIn, version: '1', chainId: nameInMessage(networkId) }
    const answer = await wallet.request({ ...call, method: 'solana_signIn', params: { input } })
    const address = textField(answer, 'pubkey')
    const message = textField(answer, 'signedMessage')
    const signature = textField(answer, 'signature')
    const offers = readOffers(await wallet.request({ ...call, method: 'solana_getAccounts', params: {} }))
    // The account that signed comes first, whichever the wallet lists first.
    const own = offers.filter(({ account }) => account.address === address)
    if (!address || !message || !signature || own.length === 0) return undefined
    const text = new TextDecoder().decode(base64.decode(message))
    const signed = { networkId, address, message: text, signature }
    return { offers: [...own, ...offers.filter((offer) => !own.includes(offer))], signed }
  } catch (error) {
    if (signal?.aborted || isUserRejection(error)) throw error
    return undefined
  }
}

/**
 * `solana_requestAccounts`, on the first of the wanted networks that the wallet works on; else on the wallet's own first. A wallet that is offered a sign-in is
 * asked by `solana_signIn` first.
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
  // Without an offer nothing is waited for: the request leaves within the click.
  const granted = how.signIn && (await connectSigned(wallet, wanted[0], how.signIn, how.signal))
  const offers = granted?.offers ?? (await askAccounts(wallet, call, how))
  const own = offers.flatMap(({ chains }) => chains).find((id) => id !== localnet)
  const networkId = wanted.find((id) => offers.some((offer) => works(offer, id))) ?? own ?? wanted[0]
  const accounts = offers.filter((offer) => works(offer, networkId)).map(({ account }) => account)
  return { accounts: uniqueAccounts(accounts), networkId, ...(granted && { signed: granted.signed }) }
}
