import { isUserRejection } from '@latchkey/protocol'
import type { SignInMessage } from '@latchkey/protocol/siwx'
import { base58, base64 } from '@scure/base'
import type { Wallet } from '../../wallets/wallet.js'
import type { Namespace, SignInRequest } from '../namespace.js'
import { namespace } from './connect.js'

/** What the wallet is told, from which it writes the message itself. */
const inputOf = ({ domain, address, statement, uri, version, chainId, nonce, issuedAt, resources }: SignInMessage) => ({
  domain,
  address,
  ...(statement && { statement }),
  uri,
  version,
  chainId,
  nonce,
  issuedAt,
  ...(resources && { resources }),
})

async function bySignIn(wallet: Wallet, { networkId, message, signal }: SignInRequest) {
  const params = { input: inputOf(message) }
  const call = { namespace, networkId, method: 'solana_signIn', params, ...(signal && { signal }) }
  const { signature, signedMessage } = (await wallet.request(call)) as { readonly signature: string; readonly signedMessage: string }
  return { message: new TextDecoder().decode(base64.decode(signedMessage)), signature }
}

async function byMessage(wallet: Wallet, { networkId, account, text, signal }: SignInRequest) {
  const params = { message: base58.encode(new TextEncoder().encode(text)), pubkey: account.address }
  const call = { namespace, networkId, method: 'solana_signMessage', params, ...(signal && { signal }) }
  const { signature } = (await wallet.request(call)) as { readonly signature: string }
  return { message: text, signature }
}

/**
 * Sign In With Solana where the wallet has it, so that it can check the message itself; else, and where the wallet fails at it, the same text as a message.
 */
export const signIn: NonNullable<Namespace['signIn']> = async (wallet, request) => {
  if (wallet.kind === 'walletConnect') return await byMessage(wallet, request)
  try {
    return await bySignIn(wallet, request)
  } catch (error) {
    if (request.signal?.aborted || isUserRejection(error)) throw error
    return await byMessage(wallet, request)
  }
}
