import { decodeJwt, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { didKey } from './didKey.js'
import { earlyToken, expiredToken, invalidToken, RelayRefusal, wrongAudience } from './refusal.js'

/** Seconds by which the clock of a client may be wrong. */
const leeway = 120
/** Clients ask for a day. Seconds. */
const longestLife = 7 * 86_400
const longestToken = 2_048

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** The claims of a token that was signed by the key which its issuer names, and has not expired. */
async function readSigned(token: string, now: number): Promise<z.infer<typeof claimsSchema>> {
  try {
    const key = token.length > longestToken ? undefined : didKey(decodeJwt(token).iss ?? '')
    if (!key) throw new errors.JWTInvalid('There is no key to check it with.')
    const rules = { algorithms: ['EdDSA'], typ: 'JWT', clockTolerance: leeway, currentDate: new Date(now) }
    return claimsSchema.parse((await jwtVerify(token, key, rules)).payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new RelayRefusal(401, expiredToken)
    throw new RelayRefusal(403, invalidToken)
  }
}

/**
 * Checks the token a client connects with: a JWT, EdDSA with Ed25519, issued by the client's own `did:key`.
 *
 * @param options `audiences`: the relay's own URLs; `now`: milliseconds
 * @returns the client's id, which is the issuer
 * @throws RelayRefusal 403 for a forged or foreign token, 401 for one out of its time
 */
export async function verifyToken(
  token: string,
  options: { readonly audiences: readonly string[]; readonly now: number },
): Promise<string> {
  const { iss, aud, iat, exp } = await readSigned(token, options.now)
  if (!options.audiences.some((audience) => withoutSlash(audience) === withoutSlash(aud))) throw new RelayRefusal(403, wrongAudience)
  if (iat > options.now / 1_000 + leeway) throw new RelayRefusal(401, earlyToken)
  if (exp <= iat || exp > iat + longestLife) throw new RelayRefusal(403, invalidToken)
  return iss
}
