import { utf8ToHex } from '@latchkey/protocol'
import type { Namespace } from '../namespace.js'

/** EIP-4361, signed as EIP-191 has it. */
export const signIn: NonNullable<Namespace['signIn']> = async (wallet, { networkId, account, text, signal }) => {
  const params = [utf8ToHex(text), account.address]
  const signature = await wallet.request({ namespace: 'eip155', networkId, method: 'personal_sign', params, ...(signal && { signal }) })
  return { message: text, signature: String(signature) }
}
