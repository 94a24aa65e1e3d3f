import { createHash, randomBytes } from 'node:crypto'
import type { AccountSession, Route } from '@latchkey/protocol/schemas/account'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

/** Answers a request to the API. */
export type Api = (request: Request) => Promise<Response>

/** A refusal as the frame sees it. */
export type Refusal = {
  readonly status: number
  readonly code: string
  readonly text: string
  readonly data?: Record<string, number>
  readonly headers: Headers
}

/** Where and by which browser the tests' devices are, unless they say otherwise. */
export const visitor = { network: '192.0.2.0/24', browser: 'Firefox on Linux' }

export const apiUrl = 'http://api.localhost'

/** What a proof can be made to say instead of the truth. */
export type Lie = { readonly [claim: string]: unknown } & { readonly header?: Record<string, unknown> }

/** A device with a key of its own, which speaks the contract as the secure frame does. */
export async function createDevice(api: Api, options: { readonly userAgent?: string; readonly ip?: string } = {}) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk: JWK = await exportJWK(publicKey)
  const jkt = await calculateJwkThumbprint(jwk)
  let nonce = ''
  let session: AccountSession | undefined

  const prove = (method: string, path: string, accessToken: string | undefined, { header, ...lie }: Lie = {}) => {
    const ath = accessToken === undefined ? {} : { ath: createHash('sha256').update(accessToken).digest('base64url') }
    const payload = { htm: method, htu: `${apiUrl}${path}`, jti: randomBytes(16).toString('base64url'), nonce, ...ath, ...lie }
    return new SignJWT(payload)
      .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk, ...header })
      .setIssuedAt()
      .sign(privateKey)
  }

  /** Sends one request with given headers. */
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const response = await api(
      new Request(`${apiUrl}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'user-agent': options.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
          ...headers,
        },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      }),
    )
    nonce = response.headers.get('dpop-nonce') ?? nonce
    return response
  }

  /** Calls a route. Answers what the server answered, or the refusal. A refused nonce is repeated once, as RFC 9449 wants. */
  async function call<Body, Answer>(
    route: Route<Body, Answer>,
    body: Body,
    { lie, token, id, repeat = true }: { lie?: Lie; token?: string; id?: string; repeat?: boolean } = {},
  ): Promise<{ ok: true; value: Answer } | { ok: false; error: Refusal }> {
    const accessToken = route.proof === 'session' ? (token ?? session?.accessToken ?? '') : undefined
    const response = await send(route.method, route.path, body, {
      ...(route.proof === 'none' ? {} : { dpop: await prove(route.method, route.path, accessToken, lie) }),
      ...(accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }),
      ...(id === undefined ? {} : { 'idempotency-key': id }),
    })
    const json = (await response.json()) as { reasons?: { field: string; description: string }[]; data?: Record<string, number> }
    if (response.ok) return { ok: true, value: route.answer(json) }
    const [reason] = json.reasons ?? []
    if (reason?.field === 'use_dpop_nonce' && repeat)
      return call(route, body, { ...(lie ? { lie } : {}), ...(token ? { token } : {}), ...(id ? { id } : {}), repeat: false })
    const { status, headers } = response
    return {
      ok: false,
      error: { status, code: reason?.field ?? '', text: reason?.description ?? '', headers, ...(json.data ? { data: json.data } : {}) },
    }
  }

  /** As {@link call}; a refusal fails the test. */
  async function must<Body, Answer>(route: Route<Body, Answer>, body: Body): Promise<Answer> {
    const result = await call(route, body)
    if (!result.ok) throw new Error(`${route.path} was refused: ${result.error.code}`)
    return result.value
  }

  /** As {@link call}; the code of the refusal, or 'ok'. */
  async function code<Body, Answer>(route: Route<Body, Answer>, body: Body, more?: { lie?: Lie; token?: string }): Promise<string> {
    const result = await call(route, body, more)
    return result.ok ? 'ok' : result.error.code
  }

  return {
    jkt,
    call,
    must,
    code,
    send,
    prove,
    get nonce() {
      return nonce
    },
    get session() {
      return session
    },
    /** Keeps the tokens for later calls. */
    adopt: (next: AccountSession) => {
      session = next
      return next
    },
  }
}

export type Device = Awaited<ReturnType<typeof createDevice>>
