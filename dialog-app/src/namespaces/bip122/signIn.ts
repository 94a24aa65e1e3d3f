import { base64, hex } from '@scure/base'
import type { Namespace } from '../namespace.js'
import { namespace } from './connect.js'

/** Taproot addresses and those of scripts (P2WSH) have no older form of signed messages. */
const needsBip322 = (address: string) => /^(?:bc|tb|bcrt|rltc)1(?:p|q.{58}$)/.test(address)

/** Hex becomes base64, which the server reads. A wallet's base64 stays as it is, and so does the form in front of it (BIP-322). */
const toText = (signature: string) =>
  /^(?:0x)?(?:[\da-f]{2})+$/i.test(signature) ? base64.encode(hex.decode(signature.replace(/^0x/, ''))) : signature

/** BIP-322 or BIP-137, whichever the kind of address knows. */
export const signIn: NonNullable<Namespace['signIn']> = async (wallet, { networkId, account, text, signal }) => {
  const { address } = account
  const params = { account: address, address, message: text, protocol: needsBip322(address) ? 'bip322' : 'ecdsa' }
  const call = { namespace, networkId, method: 'signMessage', params, ...(signal && { signal }) }
  const { signature } = (await wallet.request(call)) as { readonly signature: string }
  return { message: text, signature: toText(signature) }
}
