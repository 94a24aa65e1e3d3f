import { verify } from 'node:crypto'
import { z } from 'zod'
import { didKey } from './didKey.js'
import { earlyToken, expiredToken, invalidToken, RelayRefusal, wrongAudience } from './refusal.js'

/** Clocks of phones are wrong by minutes more often than tokens are stolen. Seconds. */
const leeway = 120
/** Clients ask for a day. Seconds. */
const longestLife = 7 * 86_400
const longestToken = 2_048

const headerSchema = z.object({ alg: z.literal('EdDSA'), typ: z.literal('JWT') })
const payloadSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

function decode<T>(segment: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(segment, 'base64url').toString('utf8')))
  } catch {
    throw new RelayRefusal(403, invalidToken)
  }
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/**
 * Checks the token a client connects with: a JWT, EdDSA with Ed25519, issued by the client's own `did:key`.
 *
 * @param options `audiences`: the relay's own URLs; `now`: milliseconds
 * @returns the client's id, which is the issuer
 * @throws RelayRefusal 403 for a forged or foreign token, 401 for one out of its time
 */
export function verifyToken(token: string, options: { readonly audiences: readonly string[]; readonly now: number }): string {
  const segments = token.length > longestToken ? [] : token.split('.')
  const [header, payload, signature] = segments
  if (segments.length !== 3 || !header || !payload || !signature) throw new RelayRefusal(403, invalidToken)
  decode(header, headerSchema)
  const { iss, aud, iat, exp } = decode(payload, payloadSchema)
  const key = didKey(iss)
  if (!key || !verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')))
    throw new RelayRefusal(403, invalidToken)
  if (!options.audiences.some((audience) => withoutSlash(audience) === withoutSlash(aud))) throw new RelayRefusal(403, wrongAudience)
  const now = options.now / 1_000
  if (iat > now + leeway) throw new RelayRefusal(401, earlyToken)
  if (exp < now - leeway) throw new RelayRefusal(401, expiredToken)
  if (exp <= iat || exp > iat + longestLife) throw new RelayRefusal(403, invalidToken)
  return iss
}
