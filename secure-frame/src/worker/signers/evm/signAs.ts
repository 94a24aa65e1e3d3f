import { type Hex, hexToBytes } from 'viem'
import type { SignerContext } from '../context.js'
import { signHash, toSignature } from './keys.js'

/** An account's signature over a hash: its key's own, or a smart account's (ERC-1271), whose owner the key is. */
export async function signAs(context: SignerContext, hash: Hex): Promise<Hex> {
  if (context.smart) return (await import('../safe/message.js')).signForSafe(context, context.smart, hash)
  return toSignature(await context.withKey('evm', (key) => signHash(key, hexToBytes(hash))))
}
