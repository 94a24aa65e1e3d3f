import { base64 } from '@scure/base'
import type { Namespace } from '../namespace.js'
import { namespace } from './connect.js'

/** The document of a signed message (ADR-36): a transaction that no chain takes. */
const documentOf = (signer: string, text: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(new TextEncoder().encode(text)) } }],
  memo: '',
})

type Signed = { readonly signature: { readonly signature: string; readonly pub_key: { readonly value: string } } }

/** ADR-36. */
export const signIn: NonNullable<Namespace['signIn']> = async (wallet, { networkId, account, text, signal }) => {
  const params = { signerAddress: account.address, signDoc: documentOf(account.address, text) }
  const call = { namespace, networkId, method: 'cosmos_signAmino', params, ...(signal && { signal }) }
  const { signature } = (await wallet.request(call)) as Signed
  return { message: text, signature: signature.signature, publicKey: signature.pub_key.value }
}
