import type { OauthProvider } from '@latchkey/protocol'
import type { AccountSession, CallbackBoot, OauthStarted } from '@latchkey/protocol/schemas/account'
import { accountErrors } from '@latchkey/protocol/schemas/account'
import { and, eq, gt, or } from 'drizzle-orm'
import { AccountError } from '../../accounts/accountError.js'
import type { Accounts, Caller, DeviceCaller, SessionCaller } from '../../accounts/accountsContext.js'
import { audit } from '../../accounts/audit.js'
import { samePlace } from '../../accounts/caller.js'
import type { Identity } from '../../accounts/identity.js'
import { hour, spend } from '../../accounts/limits.js'
import { inRealm } from '../../accounts/realm.js'
import { hashOf, newId, newNumbers, newToken } from '../../accounts/secrets.js'
import { reissue, requireOrigin, requirePower, sessionCaller, signIn, stepUp } from '../../accounts/sessions.js'
import { accountUser, findIdentity, requireUnreserved } from '../../accounts/users.js'
import { authFlows, authIdentities, authSessions } from '../../db/accountTables.js'
import { open, seal } from '../../kms/aead.js'
import { loggableError } from '../../log.js'
import { changeLogins } from '../changeLogins.js'
import { requireMethod } from '../methods.js'
import type { FlowSecrets, OauthAccounts } from './client.js'

/** Milliseconds. */
const flowLife = 600_000
/** For how long a ticket can be redeemed, and for how long its number can be chosen. */
const ticketLife = 60_000
const releaseLife = 300_000

type Flow = typeof authFlows.$inferSelect
type Start = {
  readonly provider: OauthProvider
  readonly purpose: Flow['purpose']
  readonly projectId: string
  readonly origin: string
  readonly sessionId?: string
}

/** One exact address for each provider: an answer of one can never pass for another's (RFC 9700, mix-up). */
export const redirectOf = ({ urls }: Accounts, provider: string) => `${urls.secure}/oauth/callback/${provider}`

async function start(accounts: OauthAccounts, caller: DeviceCaller, wanted: Start): Promise<OauthStarted> {
  await requireMethod(accounts, wanted, wanted.provider)
  const client = accounts.clients[wanted.provider]
  if (!client) throw new AccountError('method_off')
  await spend(accounts, { kind: 'flows', of: caller.ip, limit: accounts.config.limits.flowsPerAddressHour, window: hour })
  const id = newId()
  const now = accounts.now()
  const fresh = wanted.purpose === 'step-up' ? { freshSince: now } : {}
  const secrets: FlowSecrets = { state: newToken(), nonce: newToken(), verifier: newToken(), ...fresh }
  const url = await client.authorizationUrl(secrets, redirectOf(accounts, wanted.provider)).catch((error: Error) => {
    accounts.log.warn({ provider: wanted.provider, error: loggableError(error) }, 'A provider could not be asked')
    throw new AccountError('provider_failed')
  })
  const { number, numbers } = newNumbers()
  await accounts.db.insert(authFlows).values({
    id,
    provider: wanted.provider,
    purpose: wanted.purpose,
    jkt: caller.jkt,
    projectId: wanted.projectId,
    origin: wanted.origin,
    sessionId: wanted.sessionId ?? null,
    stateHash: hashOf(secrets.state),
    sealed: seal(accounts.secrets.flow, Buffer.from(JSON.stringify(secrets)), id),
    status: 'started',
    number,
    numbers,
    browser: caller.browser,
    network: caller.network,
    createdAt: now,
    expiresAt: now + flowLife,
  })
  return { flow: id, url, number, expiresIn: flowLife / 1_000 }
}

/** Starts a sign-in at a provider. */
export const startSignIn = (
  accounts: OauthAccounts,
  caller: DeviceCaller,
  body: { readonly projectId: string; readonly origin: string; readonly provider: OauthProvider },
) => start(accounts, caller, { ...body, purpose: 'sign-in' })

/** Starts a step-up, or the linking of one more login, for the session that asks. */
export async function startSigned(
  accounts: OauthAccounts,
  caller: SessionCaller,
  { provider, purpose }: { readonly provider: OauthProvider; readonly purpose: 'step-up' | 'link' },
): Promise<OauthStarted> {
  if (purpose === 'link') requirePower(accounts, caller)
  const { projectId, origin, sessionId } = caller
  return start(accounts, caller, { provider, purpose, projectId, origin, sessionId })
}

/** How providers say that the user declined; Apple has a word of its own. */
const refusals = new Set(['access_denied', 'user_cancelled_authorize'])

const failed = (flow: string | null, error: 'flow_gone' | 'flow_denied' | 'provider_failed'): CallbackBoot['oauth'] => ({
  ok: false,
  flow,
  error,
  description: accountErrors[error][1],
})

/**
 * Takes a provider's answer, once. Runs in the popup's own request, so it says nothing about the session that will come of it: only a
 * ticket, which is worth nothing without the key of the device that started.
 *
 * @param params of the query, or of the form that was posted
 * @param caller whose browser brings the answer
 * @returns with it, what was started, where, by which browser and on which network: a user who was sent a link to somebody else's sign-in
 *   sees whose it is. Numbers only when the answer came from where it was started ({@link releaseTicket})
 */
export async function takeAnswer(
  accounts: OauthAccounts,
  provider: string,
  params: URLSearchParams,
  caller: Omit<Caller, 'ip'>,
): Promise<CallbackBoot['oauth']> {
  const now = accounts.now()
  const state = params.get('state') ?? ''
  const [flow] = await accounts.db
    .update(authFlows)
    .set({ status: 'exchanging' })
    .where(
      and(
        eq(authFlows.stateHash, hashOf(state)),
        eq(authFlows.provider, provider),
        eq(authFlows.status, 'started'),
        gt(authFlows.expiresAt, now),
      ),
    )
    .returning()
  const client = accounts.clients[provider as OauthProvider]
  if (!flow || !client) return failed(null, 'flow_gone')
  const end = async (status: 'denied' | 'failed') => {
    await accounts.db.update(authFlows).set({ status }).where(eq(authFlows.id, flow.id))
    return failed(flow.id, status === 'denied' ? 'flow_denied' : 'provider_failed')
  }
  const refusal = params.get('error')
  if (refusal !== null) {
    if (refusals.has(refusal)) return end('denied')
    accounts.log.warn({ provider, error: refusal.slice(0, 64) }, 'A provider refused')
    return end('failed')
  }
  let identity: Identity
  try {
    const secrets = JSON.parse(open(accounts.secrets.flow, flow.sealed, flow.id).toString()) as FlowSecrets
    const answer = new URL(redirectOf(accounts, provider))
    for (const name of ['code', 'state', 'iss']) if (params.has(name)) answer.searchParams.set(name, params.get(name) ?? '')
    identity = await client.identify(answer, secrets)
    if (!identity.subject) throw new Error('no subject')
  } catch (error) {
    // Words of the library and codes only: neither the answer nor its code.
    const { code, message } = error as { code?: string; message: string }
    accounts.log.warn({ provider, code, error: message.slice(0, 120) }, "A provider's answer was refused")
    return end('failed')
  }
  const ticket = newToken()
  const { issuer, subject, label, contact } = identity
  const elsewhere = !samePlace(flow, caller)
  await accounts.db
    .update(authFlows)
    .set({
      status: 'arrived',
      elsewhere,
      identity: { issuer, subject, label, contact },
      ticketHash: hashOf(ticket),
      sealed: '',
      expiresAt: now + releaseLife,
    })
    .where(eq(authFlows.id, flow.id))
  const project = await accounts.projects.get(flow.projectId)
  return {
    ok: true,
    flow: flow.id,
    ticket,
    provider: provider as OauthProvider,
    purpose: flow.purpose,
    account: await maskedAccount(accounts, flow),
    login: label.slice(0, 254),
    origin: flow.origin,
    projectName: project?.name ?? '',
    browser: flow.browser,
    network: flow.network,
    elsewhere,
    numbers: elsewhere ? [] : flow.numbers,
    expiresIn: releaseLife / 1_000,
  }
}

/** `a…@example.com`, or `a…`: enough to know one's own account by, and not to learn somebody else's. Null before there is one. */
async function maskedAccount(accounts: Accounts, { sessionId }: Flow): Promise<string | null> {
  const [session] = sessionId === null ? [] : await accounts.db.select().from(authSessions).where(eq(authSessions.id, sessionId))
  if (!session) return null
  const { email, userName } = await accountUser(accounts.db, session.userId)
  const [name = '', host] = (email ?? userName ?? '').split('@')
  return `${[...name][0] ?? ''}…${host === undefined || email === null ? '' : `@${host}`}`
}

/**
 * For a popup that lost its opener: its user chose the number of the other screen. Without this step, a sign-in that somebody else
 * started and sent them as a link would end in the other's hands (device code phishing, RFC 8628 section 5.4). The number alone does not
 * help whoever is shown it on the same forged page, so both the answer and this call have to come from the starter's network and kind of
 * browser: a window that a provider cut off is in the browser that opened it.
 *
 * @throws AccountError `flow_elsewhere`, `device_number_wrong` (both end it), `flow_gone`
 */
export async function releaseTicket(
  accounts: Accounts,
  caller: Omit<Caller, 'ip'>,
  { ticket, number }: { readonly ticket: string; readonly number: string },
): Promise<void> {
  const now = accounts.now()
  const arrived = and(eq(authFlows.ticketHash, hashOf(ticket)), eq(authFlows.status, 'arrived'), gt(authFlows.expiresAt, now))
  const [flow] = await accounts.db.select().from(authFlows).where(arrived)
  if (!flow) throw new AccountError('flow_gone')
  const here = !flow.elsewhere && samePlace(flow, caller)
  const right = here && flow.number === number
  const [decided] = await accounts.db
    .update(authFlows)
    .set(right ? { status: 'ready', expiresAt: now + ticketLife } : { status: 'failed' })
    .where(arrived)
    .returning({ id: authFlows.id })
  if (!decided) throw new AccountError('flow_gone')
  if (!here) throw new AccountError('flow_elsewhere')
  if (!right) throw new AccountError('device_number_wrong')
}

async function ownFlow(accounts: Accounts, caller: DeviceCaller, id: string): Promise<Flow> {
  const [flow] = await accounts.db
    .select()
    .from(authFlows)
    .where(and(eq(authFlows.id, id), eq(authFlows.jkt, caller.jkt), gt(authFlows.expiresAt, accounts.now())))
  if (!flow) throw new AccountError('flow_gone')
  if (flow.status === 'denied') throw new AccountError('flow_denied')
  if (flow.status === 'failed') throw new AccountError('provider_failed')
  if (flow.status === 'redeemed') throw new AccountError('flow_gone')
  return flow
}

/** How far a flow is, for the device that started it. */
export async function flowStatus(accounts: Accounts, caller: DeviceCaller, { flow: id }: { readonly flow: string }) {
  const { status, elsewhere } = await ownFlow(accounts, caller, id)
  // Only a window that was cut off is asked about: its user is told there how to go on, and waiting for them would be in vain.
  if (status === 'arrived' && elsewhere) throw new AccountError('flow_elsewhere')
  return { status: status === 'ready' ? ('READY' as const) : status === 'arrived' ? ('ARRIVED' as const) : ('PENDING' as const) }
}

/** Ends a flow: a session, or what the session that started it wanted. One statement decides who redeems. */
export async function redeem(
  accounts: Accounts,
  caller: DeviceCaller,
  body: { readonly flow: string; readonly ticket?: string },
): Promise<AccountSession> {
  const now = accounts.now()
  await ownFlow(accounts, caller, body.flow)
  const byTicket = and(
    eq(authFlows.status, 'arrived'),
    eq(authFlows.ticketHash, hashOf(body.ticket ?? '')),
    gt(authFlows.expiresAt, now + releaseLife - ticketLife),
  )
  const living = and(eq(authFlows.id, body.flow), eq(authFlows.jkt, caller.jkt), gt(authFlows.expiresAt, now))
  const [flow] = await accounts.db
    .update(authFlows)
    .set({ status: 'redeemed' })
    .where(and(living, or(byTicket, eq(authFlows.status, 'ready'))))
    .returning()
  if (!flow?.identity) throw new AccountError('flow_gone')
  await requireOrigin(accounts, flow)
  const identity: Identity = { kind: flow.provider as Identity['kind'], ...flow.identity }
  if (flow.purpose === 'sign-in') return signIn(accounts, { ...caller, projectId: flow.projectId, origin: flow.origin }, identity)
  const session = await sessionCaller(accounts, caller, flow.sessionId ?? '')
  const own = await inRealm(accounts, session.projectId, identity)
  if (flow.purpose === 'step-up') await confirm(accounts, session, own)
  else await link(accounts, session, own)
  return reissue(accounts, session.sessionId)
}

async function confirm(accounts: Accounts, session: SessionCaller, identity: Identity): Promise<void> {
  const found = await findIdentity(accounts.db, identity)
  if (found?.userId !== session.userId) throw new AccountError('identity_other')
  await stepUp(accounts, session)
  const { userId, jkt, origin, network } = session
  await audit(accounts, { event: 'step-up', userId, jkt, origin, network, meta: { provider: identity.kind } })
}

async function link(accounts: Accounts, session: SessionCaller, identity: Identity): Promise<void> {
  requirePower(accounts, session)
  const { userId } = session
  const owner = await findIdentity(accounts.db, identity)
  if (owner?.userId === userId) return
  if (owner) throw new AccountError('identity_taken')
  await requireUnreserved(accounts, identity, userId)
  await changeLogins(accounts, session, { event: 'identity-added', added: identity }, async (tx) => {
    const values = { ...identity, id: newId(), userId, createdAt: accounts.now() }
    const [row] = await tx.insert(authIdentities).values(values).onConflictDoNothing().returning()
    if (!row) throw new AccountError('identity_taken')
  })
}
