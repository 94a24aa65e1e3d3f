import type { Route } from '@latchkey/protocol/schemas/account'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { ApiEnv } from '../api/context.js'
import { failure } from '../api/envelope.js'
import { exposedHeaders } from '../api/middleware.js'
import { databaseRetryAfter } from '../db/isUnavailable.js'
import { isWithin } from '../gateway/rawJson.js'
import { loggableError } from '../log.js'
import { readAccess } from './accessToken.js'
import { AccountError } from './accountError.js'
import type { Accounts, Caller, DeviceCaller, SessionCaller } from './accountsContext.js'
import { answerOnce } from './answerOnce.js'
import { callerOf } from './caller.js'
import { currentNonce, verifyProof } from './dpop.js'
import { sessionCaller } from './sessions.js'

type App = Pick<Hono<ApiEnv>, 'all' | 'on'>

/** Bytes. A whole new envelope of 256 slots is the largest thing that is sent; nothing else has more than an assertion of a passkey. */
const maxBody = (path: string) => (path.startsWith('/vault/') ? 512 : 32) * 1_024
/** An envelope nests four deep. */
const mostValues = { depth: 16, values: 20_000 }

/** Checks who asks, as the route wants it. */
async function prove(accounts: Accounts, c: Context<ApiEnv>, proof: Route<unknown, unknown>['proof']): Promise<Caller> {
  const caller = callerOf(c.env?.ip ?? '', c.req.header('user-agent'))
  if (proof === 'none') return caller
  const request = { method: c.req.method, url: `${accounts.urls.api}${c.req.path}` }
  const header = c.req.header('dpop')
  if (proof === 'device') {
    const device: DeviceCaller = { ...caller, jkt: await verifyProof(accounts, header, request) }
    return device
  }
  const [, accessToken] = /^DPoP ([\w.~+/-]+=*)$/.exec(c.req.header('authorization') ?? '') ?? []
  if (accessToken === undefined) throw new AccountError('invalid_token')
  const claims = await readAccess(accounts, accessToken)
  const jkt = await verifyProof(accounts, header, { ...request, accessToken })
  if (jkt !== claims.jkt) throw new AccountError('invalid_dpop_proof')
  return sessionCaller(accounts, { ...caller, jkt }, claims.sessionId)
}

async function bodyOf<Body>(c: Context<ApiEnv>, route: Route<Body, unknown>): Promise<Body> {
  try {
    if (route.method === 'GET') return route.body({})
    const text = await c.req.text()
    if (!isWithin(text, mostValues)) throw new AccountError('invalid_request')
    return route.body(JSON.parse(text))
  } catch {
    throw new AccountError('invalid_request')
  }
}

/** The id that the caller gave to a call; undefined for one that can be guessed. */
const idOf = (c: Context<ApiEnv>) => /^[\w-]{22,64}$/.exec(c.req.header('idempotency-key') ?? '')?.[0]

/** The identity of a call: device, session, route and body. A caller without a device key is identified by the body alone. */
const callOf = (
  id: string,
  caller: Caller & { readonly jkt?: string; readonly sessionId?: string },
  { path }: { readonly path: string },
  body: unknown,
) => ({
  id,
  about: [caller.jkt ?? '', caller.sessionId ?? '', path, JSON.stringify(body)],
})

/** The envelope of every refusal, with the code in `field`, and the headers that RFC 9449 and 429 want. */
function refuse(c: Context<ApiEnv>, error: AccountError): Response {
  if (error.retryAfter !== undefined) c.header('retry-after', String(error.retryAfter))
  if (error.code === 'use_dpop_nonce' || error.code === 'invalid_dpop_proof' || error.code === 'invalid_token')
    c.header('www-authenticate', `DPoP error="${error.code}", algs="ES256"`)
  const body = {
    status: 'FAILED',
    reasons: [{ field: error.code, description: error.message }],
    ...(error.data ? { data: error.data } : {}),
  }
  return c.json(body, error.status as 400)
}

/** What went wrong with us. */
function report(accounts: Accounts | undefined, c: Context<ApiEnv>, error: unknown): void {
  accounts?.log.error({ requestId: c.get('requestId'), path: c.req.path, error: loggableError(error) }, 'A call of the accounts failed')
}

type Handlers = {
  readonly none: Caller
  readonly device: DeviceCaller
  readonly session: SessionCaller
}

/** Serves one call of the contract. */
export type Serve = <Body, Answer, Proof extends keyof Handlers>(
  route: Route<Body, Answer> & { readonly proof: Proof },
  handle: (body: Body, caller: Handlers[Proof]) => Promise<Answer>,
) => void

/**
 * Makes the function that serves calls of the contract on an app.
 *
 * @param accounts undefined when the operator configured none: every call is then refused
 */
export function createServe(app: App, accounts: Accounts | undefined, urls: { readonly secure: string; readonly dialog: string }): Serve {
  return (route, handle) => {
    const maxSize = maxBody(route.path)
    const limitBody = bodyLimit({ maxSize, onError: (c) => refuse(c as Context<ApiEnv>, new AccountError('too_large')) })
    app.on([route.method], [route.path], limitBody, async (c) => {
      try {
        if (!accounts) throw new AccountError('method_off')
        const origin = c.req.header('origin')
        if (origin !== undefined && origin !== urls.secure && !(route.proof === 'none' && origin === urls.dialog))
          throw new AccountError('origin_not_allowed')
        const caller = await prove(accounts, c, route.proof)
        const body = await bodyOf(c, route)
        const answer = () => handle(body, caller as Handlers[typeof route.proof])
        const id = route.once && idOf(c)
        return c.json((await (id ? answerOnce(accounts, callOf(id, caller, route, body), answer) : answer())) as object)
      } catch (error) {
        if (error instanceof AccountError) return refuse(c, error)
        report(accounts, c, error)
        return refuse(c, new AccountError('unavailable', { retryAfter: Number(databaseRetryAfter) }))
      }
    })
    app.all(route.path, (c) => c.json(failure('method', `This is asked by ${route.method}.`), 405, { allow: route.method }))
  }
}

/**
 * Marks every answer of the accounts, whichever layer gives it: no cache keeps it, and it has the nonce for the caller's next proof. Without one, the
 * proof that follows a refusal would be refused, too.
 */
export const markAnswers =
  (accounts: Accounts | undefined): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await next()
    c.res.headers.set('cache-control', 'no-store')
    if (accounts) c.res.headers.set('dpop-nonce', currentNonce(accounts))
  }

/** Only the secure frame calls, and the dialog to learn what there is. No cookies: nothing is sent that the caller does not hold itself. */
export const allowSecureOrigin = (urls: { readonly secure: string; readonly dialog: string }) =>
  cors({
    origin: [urls.secure, urls.dialog],
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['content-type', 'authorization', 'dpop', 'idempotency-key', 'x-request-id'],
    exposeHeaders: ['DPoP-Nonce', 'WWW-Authenticate', ...exposedHeaders],
    maxAge: 7_200,
  })
