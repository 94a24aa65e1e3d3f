import { base58 } from '@scure/base'
import { programAddress } from './programAddress.js'

/** Metaplex's program for what tokens are called. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

const programKey = base58.decode(metadataProgram)
/** First byte of an account of metadata (`Key::MetadataV1`), and where its texts begin: after it, who may change it, and the mint. */
const metadataKind = 4
const textsAt = 65

/**
 * The account where Metaplex keeps what a mint is called: derived from the mint.
 *
 * @param mint base58 of 32 bytes
 */
export function metadataAddress(mint: string): string {
  return programAddress([Buffer.from('metadata'), programKey, base58.decode(mint)], metadataProgram)
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
