import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'

/** Whether 32 bytes are a point of the curve: then somebody may have a key for them. */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * A program derived address of Solana: derived from the seeds, with the first bump, counted down from 255, that is not on the curve.
 *
 * @param program base58 of 32 bytes
 */
export function programAddress(seeds: readonly Uint8Array[], program: string): string {
  const programKey = base58.decode(program)
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of [...seeds, Uint8Array.of(bump), programKey]) hash.update(seed)
    const address = hash.update('ProgramDerivedAddress').digest()
    if (!isOnCurve(address)) return base58.encode(address)
  }
  throw new Error('There is no account that is nobody’s.')
}
