import { type Address, getAddress, type Hex, hashMessage, isAddress, isHex, recoverAddress, size } from 'viem'
import { evmReader } from '../../chainReads/evmReader.js'
import { type AskChain, NodeError } from '../../gateway/askChain.js'
import type { Signer } from './signer.js'

/** Bytes. Wrapped signatures of a multisig with many owners stay below. */
const longestSignature = 16_384

/** The account's own key (EIP-191), which is also that of an account with delegated code (EIP-7702). */
async function isKeys(address: Address, hash: Hex, signature: Hex): Promise<boolean> {
  if (size(signature) !== 65) return false
  try {
    return (await recoverAddress({ hash, signature })) === address
  } catch {
    return false
  }
}

/**
 * EVM accounts: a key, or a contract that says whether a signature is its own (ERC-1271), deployed or not yet (ERC-6492). Contracts are asked on the
 * chain that the message names.
 */
export const eip155: Signer = {
  account: (address) => (isAddress(address) && getAddress(address) === address ? address : null),
  async verify({ text, message, signature, chain, ask }) {
    const address = message.address as Address
    if (!isHex(signature) || signature.length % 2 !== 0 || size(signature) > longestSignature) return false
    if (await isKeys(address, hashMessage(text), signature)) return true
    if (!chain || chain.upstreams.length === 0) return 'unknown_chain'
    // viem takes a node that does not answer for a contract that says no.
    let silent = false
    const watched: AskChain = (...call) =>
      ask(...call).catch((error: unknown) => {
        silent ||= error instanceof NodeError && error.retryAfter !== undefined
        throw error
      })
    const holds = await evmReader(watched, chain)
      .verifyMessage({ address, message: text, signature })
      .catch(() => false)
    return holds || !silent ? holds : 'chain_unavailable'
  },
}
