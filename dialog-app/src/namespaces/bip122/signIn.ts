import { base64, hex } from '@scure/base'
import type { Namespace } from '../namespace.js'
import { namespace } from './connect.js'

/** Taproot addresses have no older form of signed messages. */
const isTaproot = (address: string) => /^(?:bc|tb|bcrt|rltc)1p/.test(address)

/** BIP-322 or BIP-137, whichever the kind of address knows. */
export const signIn: NonNullable<Namespace['signIn']> = async (wallet, { networkId, account, text, signal }) => {
  const { address } = account
  const params = { account: address, address, message: text, protocol: isTaproot(address) ? 'bip322' : 'ecdsa' }
  const call = { namespace, networkId, method: 'signMessage', params, ...(signal && { signal }) }
  const { signature } = (await wallet.request(call)) as { readonly signature: string }
  return { message: text, signature: base64.encode(hex.decode(signature.replace(/^0x/, ''))) }
}
