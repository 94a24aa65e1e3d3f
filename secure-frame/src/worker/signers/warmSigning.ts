import { randomBytes, wipe } from '../vault/bytes.js'

/** So often does an engine have to run code before it compiles it well. */
const times = 5

/** Runs a signer's code with a key that is made for it, over bytes that nobody asked for: what comes out is dropped. */
function rehearse(sign: (key: ReturnType<typeof randomBytes>, bytes: ReturnType<typeof randomBytes>) => unknown): void {
  for (let time = 0; time < times; time += 1) {
    const key = randomBytes(32)
    sign(key, randomBytes(32))
    wipe(key)
  }
}

/**
 * Makes ready what a signature runs through: the curve's tables are computed, and the engine has compiled the code. Without it the first press waits
 * for both. No key of a wallet is opened.
 *
 * @param namespace the chain family, as the policy knows it
 * @param isSmart the account is a contract, whose signatures take more code
 */
export async function warmSigning(namespace: string, isSmart: boolean): Promise<void> {
  if (namespace === 'solana') {
    const { signBytes } = await import('./solana/sign.js')
    rehearse((key, bytes) => signBytes(key, [bytes]))
    return
  }
  const [{ signHash, toSignature }, { hashMessage }] = await Promise.all([
    import('./evm/keys.js'),
    import('viem'),
    isSmart && import('./safe/message.js'),
  ])
  rehearse((key, bytes) => toSignature(signHash(key, hashMessage({ raw: bytes }, 'bytes'))))
}
