/* Sign In with Farcaster (FIP-11): a message that the user signs in their Farcaster app, checked against the registry on its chain. */

import { randomBytes } from 'node:crypto'
import { type AccountSession, type FarcasterStarted, authRoutes as routes } from '@latchkey/protocol/schemas/account'
import { and, eq, gt } from 'drizzle-orm'
import { AccountError } from '../../accounts/accountError.js'
import type { Accounts, DeviceCaller } from '../../accounts/accountsContext.js'
import { hour, spend } from '../../accounts/limits.js'
import { newId, newNumbers } from '../../accounts/secrets.js'
import type { Serve } from '../../accounts/serveRoute.js'
import { requireOrigin, signIn } from '../../accounts/sessions.js'
import { authFlows } from '../../db/accountTables.js'
import { open, seal } from '../../kms/aead.js'
import { loggableError } from '../../log.js'
import { requireMethod } from '../methods.js'
import { ChannelGone, channelStatus, openChannel } from './relay.js'
import { verifyFarcaster } from './verifySignIn.js'

/** Milliseconds for which the nonce counts. */
const flowLife = 300_000

type Flow = typeof authFlows.$inferSelect
type Secrets = { readonly nonce: string; readonly channel: string | null }

const settingsOf = ({ config }: Accounts) => {
  if (!config.farcaster) throw new AccountError('method_off')
  return config.farcaster
}

/** Words of the message: the one host on which users sign in, whatever page they came from. */
const wordsOf = ({ urls }: Accounts) => ({ domain: new URL(urls.secure).host, uri: urls.secure })

const unreachable = (accounts: Accounts, what: string) => (error: Error) => {
  accounts.log.warn({ error: loggableError(error) }, what)
  throw new AccountError('provider_failed')
}

/** Starts a sign-in with a nonce of 128 random bits, bound to the device. */
export async function startFarcaster(
  accounts: Accounts,
  caller: DeviceCaller,
  place: { readonly projectId: string; readonly origin: string },
): Promise<FarcasterStarted> {
  await requireMethod(accounts, place, 'farcaster')
  const { relay, chainId } = settingsOf(accounts)
  await spend(accounts, { kind: 'flows', of: caller.ip, limit: accounts.config.limits.flowsPerAddressHour, window: hour })
  // EIP-4361 allows letters and digits only.
  const nonce = randomBytes(16).toString('hex')
  const { domain, uri } = wordsOf(accounts)
  const channel =
    relay === undefined
      ? null
      : await openChannel(relay, { siweUri: uri, domain, nonce }).catch(unreachable(accounts, 'The Farcaster relay failed'))
  const id = newId()
  const now = accounts.now()
  const secrets: Secrets = { nonce, channel: channel?.channelToken ?? null }
  await accounts.db.insert(authFlows).values({
    ...newNumbers(),
    id,
    provider: 'farcaster',
    purpose: 'sign-in',
    jkt: caller.jkt,
    ...place,
    sealed: seal(accounts.secrets.flow, Buffer.from(JSON.stringify(secrets)), id),
    status: 'started',
    browser: caller.browser,
    network: caller.network,
    createdAt: now,
    expiresAt: now + flowLife,
  })
  return { flow: id, nonce, domain, uri, chainId, url: channel?.url ?? null, expiresIn: flowLife / 1_000 }
}

async function livingFlow(
  accounts: Accounts,
  caller: DeviceCaller,
  id: string,
): Promise<{ readonly flow: Flow; readonly secrets: Secrets }> {
  const [flow] = await accounts.db
    .select()
    .from(authFlows)
    .where(
      and(
        eq(authFlows.id, id),
        eq(authFlows.jkt, caller.jkt),
        eq(authFlows.provider, 'farcaster'),
        eq(authFlows.status, 'started'),
        gt(authFlows.expiresAt, accounts.now()),
      ),
    )
  if (!flow) throw new AccountError('flow_gone')
  return { flow, secrets: JSON.parse(open(accounts.secrets.flow, flow.sealed, flow.id).toString()) as Secrets }
}

/** Verifies a signed message, spends the nonce and signs in. Of many at once, one does. */
async function finish(
  accounts: Accounts,
  caller: DeviceCaller,
  { flow, secrets }: { readonly flow: Flow; readonly secrets: Secrets },
  signed: { readonly message: string; readonly signature: string },
): Promise<AccountSession> {
  const expected = { ...wordsOf(accounts), nonce: secrets.nonce, now: accounts.now() }
  const identity = await verifyFarcaster(settingsOf(accounts), signed, expected).catch(
    unreachable(accounts, 'The Farcaster registry failed'),
  )
  if (!identity) throw new AccountError('farcaster_failed')
  const [spent] = await accounts.db
    .update(authFlows)
    .set({ status: 'redeemed', sealed: '' })
    .where(and(eq(authFlows.id, flow.id), eq(authFlows.status, 'started')))
    .returning({ id: authFlows.id })
  if (!spent) throw new AccountError('flow_gone')
  await requireOrigin(accounts, flow)
  return signIn(accounts, { ...caller, projectId: flow.projectId, origin: flow.origin }, identity)
}

/** Asks the relay whether the user has signed, and trusts only the signature. */
async function pollFarcaster(accounts: Accounts, caller: DeviceCaller, id: string) {
  const living = await livingFlow(accounts, caller, id)
  const pending = { status: 'PENDING' as const, expiresIn: Math.max(0, Math.floor((living.flow.expiresAt - accounts.now()) / 1_000)) }
  const { relay } = settingsOf(accounts)
  if (relay === undefined || living.secrets.channel === null) return pending
  const status = await channelStatus(relay, living.secrets.channel).catch((error: Error) => {
    if (error instanceof ChannelGone) throw new AccountError('flow_denied')
    return unreachable(accounts, 'The Farcaster relay failed')(error)
  })
  if (status.state === 'pending') return pending
  return { status: 'CONNECTED' as const, session: await finish(accounts, caller, living, status) }
}

/** Sign-in with Farcaster. */
export function farcasterRoutes(serve: Serve, accounts: Accounts): void {
  serve(routes.farcasterStart, (body, caller) => startFarcaster(accounts, caller, body))
  serve(routes.farcasterStatus, (body, caller) => pollFarcaster(accounts, caller, body.flow))
  serve(routes.farcasterVerify, async (body, caller) => finish(accounts, caller, await livingFlow(accounts, caller, body.flow), body))
}
