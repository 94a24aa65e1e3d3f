import { jwtVerify, SignJWT } from 'jose'
import { AccountError } from './accountError.js'
import type { Accounts } from './accountsContext.js'

/** What an access token says. It is bound to the device by `cnf.jkt` (RFC 9449, section 6). */
export type AccessClaims = {
  readonly sessionId: string
  readonly userId: string
  readonly jkt: string
  readonly projectId: string
  readonly origin: string
}

/** Makes an access token. Only this service reads it, so a keyed hash is its signature. */
export function signAccess(accounts: Accounts, { sessionId, userId, jkt, projectId, origin }: AccessClaims): Promise<string> {
  const now = Math.floor(accounts.now() / 1_000)
  return new SignJWT({ sid: sessionId, cnf: { jkt }, project: projectId, origin })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(userId)
    .setIssuer(accounts.urls.api)
    .setAudience(accounts.urls.api)
    .setIssuedAt(now)
    .setExpirationTime(now + accounts.config.sessions.access)
    .sign(accounts.secrets.access)
}

/** Reads an access token. @throws AccountError `invalid_token` */
export async function readAccess(accounts: Accounts, token: string): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, accounts.secrets.access, {
      typ: 'at+jwt',
      algorithms: ['HS256'],
      issuer: accounts.urls.api,
      audience: accounts.urls.api,
      currentDate: new Date(accounts.now()),
      requiredClaims: ['exp', 'sub', 'sid', 'cnf', 'project', 'origin'],
    })
    const { sub, sid, cnf, project, origin } = payload as Record<string, unknown>
    const jkt = (cnf as { jkt?: unknown } | null)?.jkt
    const texts = [sub, sid, jkt, project, origin]
    if (!texts.every((text) => typeof text === 'string')) throw new Error('malformed')
    return { userId: sub as string, sessionId: sid as string, jkt: jkt as string, projectId: project as string, origin: origin as string }
  } catch {
    throw new AccountError('invalid_token')
  }
}
