import { codes, errors } from '@latchkey/protocol'
import { type AccountSession, type AccountUser, authRoutes, type Route } from '@latchkey/protocol/schemas/account'
import type { KeyValue } from '../storage/keyValue.js'
import type { Tabs } from '../storage/tabs.js'
import type { Accounts } from './accounts.js'
import { AccountRefusal, failure } from './failure.js'

/** How the user logged in; shown, never trusted. */
export type LoginProvider = AccountUser['identities'][number]['kind']

type Stored = { readonly refreshToken: string; readonly user: AccountUser; readonly provider: LoginProvider }

/** The session of this device. */
export type Session = {
  /** Keeps what a sign-in answered. */
  accept(session: AccountSession, provider: LoginProvider): Promise<void>
  /** Who is signed in, as far as this device knows without asking. */
  stored(): Promise<Stored | null>
  /** Facts of the last answer: quarantine, step-up, whether there is a wallet. Asks the server when there was none yet. */
  facts(): Promise<AccountSession>
  /** A call that needs a session: refreshed when it has to be, tried once more when the server calls it expired. */
  call<Body, Answer>(route: Route<Body, Answer>, body: Body, signal?: AbortSignal): Promise<Answer>
  /** Keeps what the server says of the user, unless somebody else signed in meanwhile. */
  setUser(user: AccountUser): Promise<void>
  /**
   * Forgets the session on this device, and tells the server when it can.
   *
   * @param forgotten called in between: a server may take its time, or be out of reach
   */
  end(forgotten?: () => Promise<void>): Promise<void>
}

const storageKey = 'session'
/** Milliseconds before its end at which an access token is not used any more. */
const margin = 15_000

/**
 * @param tabs that have this session too
 * @param ended called when the server has ended the session
 */
export function createSession(storage: KeyValue, accounts: Accounts, tabs: Pick<Tabs, 'exclusively'>, ended: () => void): Session {
  let current: (AccountSession & { readonly endsAt: number }) | undefined
  let refreshing: Promise<void> | undefined

  const stored = async () => ((await storage.get(storageKey)) as Stored | undefined) ?? null
  const none = () => failure(codes.unauthorized, errors.somethingWentWrong, { reason: 'session_expired' })

  async function accept(session: AccountSession, provider: LoginProvider) {
    await storage.set(storageKey, { refreshToken: session.refreshToken, user: session.user, provider } satisfies Stored)
    current = { ...session, endsAt: Date.now() + session.expiresIn * 1_000 }
  }

  async function drop() {
    current = undefined
    await storage.delete(storageKey)
  }

  async function renew() {
    const before = await stored()
    if (!before) throw none()
    // Somebody may sign out or in meanwhile: what comes too late says nothing of their session.
    const isStored = async () => (await stored())?.refreshToken === before.refreshToken
    try {
      const next = await accounts.call(authRoutes.refresh, { refreshToken: before.refreshToken })
      if (await isStored()) await accept(next, before.provider)
    } catch (error) {
      const isOver = error instanceof AccountRefusal && (error.field === 'invalid_token' || error.field === 'token_reused')
      if (isOver && (await isStored())) {
        await drop()
        ended()
      }
      throw error
    }
  }

  function refresh(): Promise<void> {
    // Refresh tokens are spent by use: two tabs that use one at once would end the session.
    refreshing ??= tabs.exclusively(renew).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function fresh(): Promise<AccountSession> {
    // Another tab may have signed somebody else in, or everybody out.
    const owner = (await stored())?.user.id
    if (!current || current.user.id !== owner || Date.now() > current.endsAt - margin) await refresh()
    if (!current || current.user.id !== owner) throw none()
    return current
  }

  /** Tells the server that a session is over. A failure is no reason to keep anybody signed in here. */
  async function tellEnd({ refreshToken }: Stored, known: typeof current) {
    const isUsable = known !== undefined && Date.now() <= known.endsAt - margin
    const access = isUsable ? known : await accounts.call(authRoutes.refresh, { refreshToken })
    await accounts.call(authRoutes.signOut, {}, access.accessToken)
  }

  return {
    accept,
    stored,
    facts: fresh,
    async call(route, body, signal) {
      try {
        return await accounts.call(route, body, (await fresh()).accessToken, signal)
      } catch (error) {
        if (!(error instanceof AccountRefusal) || error.field !== 'invalid_token' || !current) throw error
        await refresh()
        return accounts.call(route, body, (await fresh()).accessToken, signal)
      }
    },
    // Not while a token is renewed: the one that is spent by it would be put back.
    setUser: (user) =>
      tabs.exclusively(async () => {
        const before = await stored()
        if (before?.user.id === user.id) await storage.set(storageKey, { ...before, user })
      }),
    async end(forgotten) {
      const before = await stored()
      const known = current?.user.id === before?.user.id ? current : undefined
      await drop()
      await Promise.all([forgotten?.(), before && tellEnd(before, known).catch(() => undefined)])
    },
  }
}
