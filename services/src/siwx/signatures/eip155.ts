import { type Address, getAddress, isAddress, isHex, size } from 'viem'
import { isSignedByKey, signerOf } from '../../chainReads/verifySigner.js'
import { NodeError } from '../../gateway/askChain.js'
import type { Signer } from './signer.js'

/** Bytes. Wrapped signatures of a multisig with many owners stay below. */
const longestSignature = 16_384

/**
 * EVM accounts: a key, or a contract that says whether a signature is its own (ERC-1271), deployed or not yet (ERC-6492). Contracts are asked on the
 * chain that the message names.
 */
export const eip155: Signer = {
  account: (address) => (isAddress(address) && getAddress(address) === address ? address : null),
  async verify({ text, message, signature, chain, ask }) {
    const address = message.address as Address
    if (!isHex(signature) || signature.length % 2 !== 0 || size(signature) > longestSignature) return false
    if (await isSignedByKey(address, text, signature)) return true
    if (!chain || chain.upstreams.length === 0) return 'unknown_chain'
    try {
      return (await signerOf(ask, chain, { address, message: text, signature })) !== undefined
    } catch (error) {
      return error instanceof NodeError ? 'chain_unavailable' : false
    }
  },
}
