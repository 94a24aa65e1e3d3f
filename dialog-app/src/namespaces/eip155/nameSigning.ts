import { codes, errors, isHex, RpcError, referenceOf, toCoinType } from '@latchkey/protocol'
import type { NameSigning } from '../nameSigning.js'

/** The bytes of a text, as wallets want them (EIP-1474). */
const toHex = (text: string) => `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** By `personal_sign` (ERC-191). */
export const nameSigning: NameSigning = {
  coinType: (networkId) => toCoinType(Number(referenceOf(networkId))),
  sign: async (wallet, { networkId, address, message, signal }) => {
    const params = [toHex(message), address]
    const signature = await wallet.request({ namespace: 'eip155', networkId, method: 'personal_sign', params, signal })
    if (!isHex(signature)) throw new RpcError(codes.internal, errors.fallback)
    return signature
  },
}
