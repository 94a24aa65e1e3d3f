import type { CaipNetworkId } from '@latchkey/protocol'
import type { Wallet } from '../wallets/wallet.js'

/** How the owner of a new name says so. */
export type NameSigning = {
  /**
   * Under which number a name keeps the addresses of a network (ENSIP-11).
   *
   * @throws RpcError -32602 'Chain is not supported'
   */
  coinType(networkId: CaipNetworkId): number
  /**
   * Has a text signed.
   *
   * @returns the signature, hexadecimal
   * @throws RpcError the wallet's own; -32603 for an answer that is no signature
   */
  sign(
    wallet: Wallet,
    what: { readonly networkId: CaipNetworkId; readonly address: string; readonly message: string; readonly signal: AbortSignal },
  ): Promise<string>
}
