import type { Namespace } from '../namespace.js'
import { namespace } from './connect.js'

/** A signed message, which extensions put between `<Bytes>` and `</Bytes>`. */
export const signIn: NonNullable<Namespace['signIn']> = async (wallet, { networkId, account, text, signal }) => {
  const params = { address: account.address, message: text }
  const call = { namespace, networkId, method: 'polkadot_signMessage', params, ...(signal && { signal }) }
  const { signature } = (await wallet.request(call)) as { readonly signature: string }
  return { message: text, signature }
}
