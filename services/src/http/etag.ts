import { createHash } from 'node:crypto'

/** A strong validator (RFC 9110, section 8.8.1): the start of the content's SHA-256. */
export const etagOf = (body: string | Uint8Array) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** True when the client already has this version. */
export const isFresh = (header: string | null, etag: string) =>
  (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
