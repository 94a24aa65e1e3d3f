import { type CaipNetworkId, namespaceOf } from '@latchkey/protocol'
import { readSignInMessage, type SignedIn, type SignInProof, type SignInRefusal, type SignInSession } from '@latchkey/protocol/siwx'
import { and, eq, isNull, lt } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import { newId } from '../accounts/secrets.js'
import { siwxSessions } from '../db/schema.js'
import { checkSignIn } from './checkSignIn.js'
import { type Audience, readNonce, spendNonce } from './nonces.js'
import type { Siwx } from './siwxContext.js'

type Refused = { readonly refusal: SignInRefusal }
type Row = typeof siwxSessions.$inferSelect
const iso = (at: number) => new Date(at).toISOString()

const describe = (row: Row): SignInSession => ({
  address: row.address,
  networkId: row.networkId as CaipNetworkId,
  domain: new URL(row.origin).host,
  uri: row.uri,
  message: row.message,
  signature: row.signature,
  issuedAt: iso(row.createdAt),
  expiresAt: iso(row.expiresAt),
})

/** The token of a session: a server checks it with the published keys, and need not ask. Its subject is the account (CAIP-10). */
function issue({ keys, apiUrl }: Siwx, row: Row): Promise<string> {
  const claims = {
    sid: row.id,
    project: row.projectId,
    address: row.address,
    network: row.networkId,
    namespace: namespaceOf(row.networkId as CaipNetworkId),
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keys.publicJwk.kid })
    .setIssuer(apiUrl)
    .setAudience(row.origin)
    .setSubject(`${row.networkId}:${row.address}`)
    .setIssuedAt(Math.floor(row.createdAt / 1_000))
    .setExpirationTime(Math.floor(row.expiresAt / 1_000))
    .sign(keys.sign)
}

/**
 * Signs an account in: checks the message and its signature, spends the nonce, and keeps the session.
 *
 * @param audience the page that asked, whose nonce and whose domain the message must have
 */
export async function signIn(siwx: Siwx, audience: Audience, proof: SignInProof): Promise<SignedIn | Refused> {
  const now = siwx.now()
  const { origin, projectId } = audience
  const checked = await checkSignIn(siwx, proof, { domain: new URL(origin).host, uri: origin, at: now }, ({ nonce }) => {
    const until = readNonce(siwx, audience, nonce)
    return until === null ? 'wrong_nonce' : until <= now ? 'expired' : null
  })
  if ('refusal' in checked) return checked
  const { message } = checked
  if (!(await spendNonce(siwx, message.nonce, readNonce(siwx, audience, message.nonce) ?? now))) return { refusal: 'replayed' }
  const { expirationTime } = message
  const row: Row = {
    id: newId(),
    projectId,
    origin,
    networkId: proof.networkId,
    address: message.address,
    uri: message.uri,
    message: proof.message,
    signature: proof.signature,
    createdAt: now,
    expiresAt: Math.min(
      now + siwx.config.session * 1_000,
      expirationTime === undefined ? Number.POSITIVE_INFINITY : Date.parse(expirationTime),
    ),
    endedAt: null,
  }
  await siwx.db.insert(siwxSessions).values(row)
  return { token: await issue(siwx, row), session: describe(row) }
}

/** The living session of a token, for the project that asks. */
async function find(siwx: Siwx, projectId: string, token: string): Promise<Row | Refused> {
  let sid: unknown
  try {
    const { payload } = await jwtVerify(token, siwx.keys.verify, {
      algorithms: ['EdDSA'],
      issuer: siwx.apiUrl,
      currentDate: new Date(siwx.now()),
      requiredClaims: ['exp', 'sub', 'aud', 'sid'],
    })
    sid = payload.sid
  } catch {
    return { refusal: 'no_session' }
  }
  const [row] = await siwx.db
    .select()
    .from(siwxSessions)
    .where(and(eq(siwxSessions.id, String(sid)), isNull(siwxSessions.endedAt)))
  if (!row || row.expiresAt <= siwx.now()) return { refusal: 'no_session' }
  return row.projectId === projectId ? row : { refusal: 'wrong_project' }
}

/**
 * Finds whose a token is.
 *
 * @param site whose server asks: a page may hand it a token that the user made for another site of the same project
 */
export async function whoIs(
  siwx: Siwx,
  site: { readonly projectId: string; readonly domain: string },
  token: string,
): Promise<SignInSession | Refused> {
  const row = await find(siwx, site.projectId, token)
  if ('refusal' in row) return row
  const session = describe(row)
  return session.domain === site.domain ? session : { refusal: 'wrong_domain' }
}

/** Ends a session: its token is refused from now on. */
export async function signOut(siwx: Siwx, projectId: string, token: string): Promise<Refused | null> {
  const row = await find(siwx, projectId, token)
  if ('refusal' in row) return row
  await siwx.db.update(siwxSessions).set({ endedAt: siwx.now() }).where(eq(siwxSessions.id, row.id))
  return null
}

/** Sessions that mean nothing any more. */
export async function forgetSessions({ db, now }: Siwx): Promise<void> {
  await db.delete(siwxSessions).where(lt(siwxSessions.expiresAt, now()))
}

/**
 * Checks a sign-in that a site keeps the nonces and the sessions of: nothing is stored here.
 *
 * @param expected what the site asked for. `nonce`: the one that it gave this visitor
 */
export async function verifySignIn(
  siwx: Siwx,
  proof: SignInProof,
  expected: { readonly domain: string; readonly uri?: string; readonly nonce: string },
): Promise<{ readonly message: NonNullable<ReturnType<typeof readSignInMessage>> } | Refused> {
  const { domain, nonce } = expected
  const said = readSignInMessage(proof.message)
  // Without an address, any of the domain's is right.
  const uri = expected.uri ?? `${said && /^http:/i.test(said.uri) ? 'http' : 'https'}://${domain}`
  return checkSignIn(siwx, proof, { domain, uri, at: siwx.now() }, (message) => (message.nonce === nonce ? null : 'wrong_nonce'))
}
