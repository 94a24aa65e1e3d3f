import { authRoutes } from '@latchkey/protocol/schemas/account'
import { openAnyDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, place, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import { createAccounts } from '../../auth/accounts.js'
import { loadDeviceKey } from '../../auth/deviceKey.js'
import { createEmailLogin } from '../../auth/emailLogin.js'
import { createSession } from '../../auth/session.js'
import { createSecurity } from '../../security/handlers.js'
import { createProof } from '../../security/proof.js'
import type { KeyValue } from '../../storage/keyValue.js'
import { openTabs } from '../../storage/tabs.js'
import { createFactors } from '../factors.js'
import { createWallet } from '../wallet.js'

/** Storage that lasts, like IndexedDB: it clones what it keeps. */
export function durable(): KeyValue & { readonly keys: () => string[] } {
  const values = new Map<string, unknown>()
  return {
    durable: true,
    keys: () => [...values.keys()],
    get: async (key) => values.get(key),
    async set(key, value) {
      values.set(key, structuredClone(value))
    },
    async delete(key) {
      values.delete(key)
    },
  }
}

export type VisitOptions = {
  readonly storage?: KeyValue
  /** Hears of every call before it is sent; what it throws cuts the call off. */
  readonly intercept?: (path: string) => void
  /** What arrives instead of the server's answer; what it throws loses the answer. */
  readonly answer?: (path: string, response: Response) => Response | Promise<Response>
}

let number = 0

/** The accounts service as a visit needs it, and its mails. */
export type VisitWorld = Pick<TestAccounts, 'api' | 'linkTo' | 'codeTo'> & {
  readonly accounts: { readonly urls: Pick<TestAccounts['accounts']['urls'], 'api'> }
}

/** One document of the frame: its own memory over a device's storage, against the real accounts service. */
export async function visit(world: VisitWorld, { storage = durable(), intercept, answer }: VisitOptions = {}) {
  number += 1
  const ip = `198.51.100.${number % 250}`
  const key = await loadDeviceKey(storage)
  const send = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    intercept?.(pathname)
    const response = await world.api(ip)(request)
    return answer ? answer(pathname, response) : response
  }
  const accounts = createAccounts(world.accounts.urls.api, key, send as typeof fetch)
  const session = createSession(
    storage,
    accounts,
    openTabs(storage, `test-${number}`, () => {}),
    () => {},
  )
  const login = createEmailLogin({ accounts, session, storage }, place)
  const wallet = createWallet(session, storage, key.jkt)
  const signal = new AbortController().signal
  const signIn = async (email: string) => {
    const step = await login.start(email, signal)
    if (step.action === 'VERIFY_DEVICE') {
      await accounts.call(authRoutes.linkApprove, { token: world.linkTo(email), number: step.number ?? '' })
      await login.device(signal)
    }
    await login.otp(world.codeTo(email), signal)
  }
  const security = createSecurity({
    accounts,
    session,
    storage,
    wallet,
    proof: createProof(session, wallet, () => undefined),
    jkt: key.jkt,
    boot: { passkeyDomain: 'secure.localhost', smartAccounts: [] },
    smartContexts: async () => [],
    async signOut() {
      wallet.lock()
      await session.end()
    },
  })
  const factors = createFactors(session, storage, wallet, key.jkt)
  return { storage, session, wallet, factors, security, signIn, login, signal, jkt: key.jkt }
}
export type Visit = Awaited<ReturnType<typeof visit>>

/** The accounts service of one test file. The device's clock is real, so the server's is the same one: call `tick` before each test. */
export async function openVisits() {
  const database = await openAnyDatabase()
  const world = await openTestAccounts(database.options, { now: Date.now() })
  return {
    world,
    visit: (options?: VisitOptions) => visit(world, options),
    newEmail: () => `wallet-${crypto.randomUUID().slice(0, 8)}@example.com`,
    tick() {
      world.clock.now = Date.now()
    },
    async close() {
      await world.close()
      await database.remove()
    },
  }
}
