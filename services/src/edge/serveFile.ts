import { isFresh } from '../http/etag.js'
import { acceptedEncoding, compress, isCompressible } from './compress.js'
import type { Site, StaticFile } from './site.js'

const compressing = new WeakMap<StaticFile, Partial<Record<'br' | 'gzip', Promise<Buffer>>>>()

/** The encoded body: as the build wrote it, else compressed now and kept. */
function encoded(file: StaticFile, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const built = file.encoded[encoding]
  if (built) return Promise.resolve(built)
  const kept = compressing.get(file) ?? {}
  compressing.set(file, kept)
  kept[encoding] ??= compress(file.body, encoding, 6)
  return kept[encoding]
}

/** Lets a Node buffer be a response body without copying it. */
export const bytes = (body: Buffer) => new Uint8Array<ArrayBuffer>(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)

/**
 * Answers a request for a file of a build: hashed names for a year, the rest briefly and revalidated.
 *
 * @param headers added to every answer, 304 included; `cache-control` among them is used instead
 * @returns null when the site has no such file
 */
export async function serveFile(
  site: Site,
  path: string,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response | null> {
  const file = site.files.get(path)
  if (!file) return null
  const compressible = isCompressible(file.type, file.body.length)
  const all: Record<string, string> = {
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300, stale-while-revalidate=86400',
    ...headers,
    etag: file.etag,
    'x-content-type-options': 'nosniff',
    ...(compressible ? { vary: 'accept-encoding' } : {}),
  }
  if (isFresh(request.headers.get('if-none-match'), file.etag)) return new Response(null, { status: 304, headers: all })
  const encoding = compressible ? acceptedEncoding(request.headers.get('accept-encoding')) : null
  const body = encoding ? await encoded(file, encoding) : file.body
  all['content-type'] = file.type
  all['content-length'] = String(body.length)
  if (encoding) all['content-encoding'] = encoding
  return new Response(request.method === 'HEAD' ? null : bytes(body), { headers: all })
}
