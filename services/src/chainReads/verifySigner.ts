import { codes } from '@latchkey/protocol'
import { type Address, type Hex, isAddressEqual, recoverMessageAddress, serializeErc6492Signature, size, zeroAddress } from 'viem'
import { type AskChain, NodeError } from '../gateway/askChain.js'
import { evmReader, type ReadableChain } from './evmReader.js'

/** Who signed: a key, whose address is the same on every chain, or the contract at the address. */
export type Signer = 'key' | 'contract'

/** Whether the key of an address signed a text (ERC-191): also that of an account with delegated code (EIP-7702). */
export const isSignedByKey = async (address: Address, message: string, signature: Hex) => {
  if (size(signature) !== 65) return false
  try {
    return isAddressEqual(await recoverMessageAddress({ message, signature }), address)
  } catch {
    // No signature of a key.
    return false
  }
}

/**
 * viem's validator reads the last 32 bytes of every signature, and reverts where there are fewer. Wrapped (ERC-6492), with a deployment that does
 * nothing, a shorter one reaches the contract as it is.
 */
const longEnough = (signature: Hex): Hex =>
  size(signature) < 32 ? serializeErc6492Signature({ address: zeroAddress, data: '0x', signature }) : signature

/**
 * Checks a text that was signed by `personal_sign` (ERC-191): by the key of the address, else by what the contract there says (ERC-1271), or
 * would say once it is deployed (ERC-6492).
 *
 * @returns undefined when the owner of the address did not sign it
 * @throws NodeError when the chain cannot be asked
 */
export async function signerOf(
  ask: AskChain,
  chain: ReadableChain,
  { address, message, signature }: { readonly address: Address; readonly message: string; readonly signature: Hex },
): Promise<Signer | undefined> {
  if (await isSignedByKey(address, message, signature)) return 'key'
  let unanswered: NodeError | undefined
  let isAsked = false
  // viem takes a node that does not answer for a contract that says no.
  const noting: AskChain = (...question) => {
    isAsked = true
    return ask(...question).catch((error: unknown) => {
      if (error instanceof NodeError && error.retryAfter !== undefined) unanswered = error
      throw error
    })
  }
  const isSigned = await evmReader(noting, chain)
    .verifyMessage({ address, message, signature: longEnough(signature) })
    .catch((error: unknown) => {
      if (error instanceof NodeError || !isAsked) throw error
      throw unanswered ?? new NodeError(codes.internal, 'The node answers with something that is no answer')
    })
  if (isSigned) return 'contract'
  if (unanswered) throw unanswered
  return undefined
}
