import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

export type Encoding = 'br' | 'gzip'

/** Below this, headers cost more than compression saves. */
const minimum = 1_024

/** Picks an encoding that the client accepts. `q=0` means refused; other weights are ignored, as both decode equally fast. */
export function acceptedEncoding(header: string | null | undefined): Encoding | null {
  if (!header) return null
  const accepted = header
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0])
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') || accepted.includes('*') ? 'gzip' : null
}

/** True for content that compresses well. */
export const isCompressible = (type: string, bytes: number) =>
  bytes >= minimum && /^(?:text\/|application\/(?:json|javascript|manifest|wasm)|image\/svg)/.test(type)

/**
 * Compresses a body.
 *
 * @param quality of brotli, 0 to 11; gzip uses at most 9 of it
 */
export function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  return encoding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
    : deflate(body, { level: Math.min(quality, 9) })
}
