import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'

/** Metaplex's program for what tokens are called. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

const programKey = base58.decode(metadataProgram)
/** First byte of an account of metadata (`Key::MetadataV1`), and where its texts begin: after it, who may change it, and the mint. */
const metadataKind = 4
const textsAt = 65

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
 * The account where Metaplex keeps what a mint is called: derived from the mint, with the first number, downwards, that makes it nobody's.
 *
 * @param mint base58 of 32 bytes
 */
export function metadataAddress(mint: string): string {
  const seeds = [Buffer.from('metadata'), programKey, base58.decode(mint)]
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256')
    for (const seed of [...seeds, Uint8Array.of(bump), programKey]) hash.update(seed)
    const address = hash.update('ProgramDerivedAddress').digest()
    if (!isOnCurve(address)) return base58.encode(address)
  }
  throw new Error('There is no account of metadata.')
}

/**
 * What an account of metadata says.
 *
 * @param data of an account that the program owns
 * @returns null when it is none, or of another mint
 */
export function readMetadata(data: Uint8Array, mint: string): { readonly name: string; readonly symbol: string } | null {
  const bytes = Buffer.from(data)
  if (bytes[0] !== metadataKind || base58.encode(bytes.subarray(33, textsAt)) !== mint) return null
  const textAt = (at: number) => {
    if (at + 4 > bytes.length) return null
    const end = at + 4 + bytes.readUInt32LE(at)
    return end > bytes.length ? null : { text: bytes.toString('utf8', at + 4, end).replaceAll('\0', ''), end }
  }
  const name = textAt(textsAt)
  const symbol = name && textAt(name.end)
  return symbol && { name: name.text, symbol: symbol.text }
}
