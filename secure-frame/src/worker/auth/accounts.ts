import { codes, errors, newId, RpcError } from '@latchkey/protocol'
import { authRoutes, type Route } from '@latchkey/protocol/schemas/account'
import type { DeviceKey } from './deviceKey.js'
import { dpopProof } from './dpop.js'
import { AccountRefusal, offline, readRefusal } from './failure.js'

/** Calls the accounts service. */
export type Accounts = {
  /**
   * @param token the access token, for routes that need a session
   * @throws AccountRefusal what the service refused; RpcError 4001 'Something went wrong' when the signal fires; -32002 when the service cannot be reached or
   *   answers nonsense
   */
  call<Body, Answer>(route: Route<Body, Answer>, body: Body, token?: string, signal?: AbortSignal): Promise<Answer>
}

/** Milliseconds until a call counts as not answered. */
const timeout = 20_000

/** Milliseconds before each repetition of a call whose connection broke. */
const pauses = [300, 1_000]

/** Milliseconds that the server surely takes a nonce: half of what it says. */
const freshness = 120_000

/**
 * @param api base URL of the services
 * @param place where this frame is: with it a nonce is fetched before it is missed. Browsers list the refusal that RFC 9449 has for a missing one
 *   among the page's errors.
 */
export function createAccounts(
  api: string,
  device: DeviceKey,
  send: typeof fetch = (...parameters) => fetch(...parameters),
  place?: { readonly projectId: string; readonly origin: string },
): Accounts {
  let nonce: string | undefined
  let nonceAt = 0

  async function attempt<Body, Answer>(
    route: Route<Body, Answer>,
    body: Body,
    token?: string,
    signal?: AbortSignal,
    id?: string,
  ): Promise<Answer> {
    const url = `${api}${route.path}`
    const headers: Record<string, string> = route.method === 'POST' ? { 'content-type': 'application/json' } : {}
    if (route.proof !== 'none') {
      const about = { method: route.method, url, ...(nonce ? { nonce } : {}), ...(token ? { accessToken: token } : {}) }
      headers.dpop = await dpopProof(device, about)
    }
    if (id) headers['idempotency-key'] = id
    if (route.proof === 'session' && token) headers.authorization = `DPoP ${token}`
    const limit = AbortSignal.timeout(timeout)
    const response = await send(url, {
      method: route.method,
      headers,
      ...(route.method === 'POST' ? { body: JSON.stringify(body) } : {}),
      credentials: 'omit',
      cache: 'no-store',
      // Signing out is often the last thing that a page does.
      keepalive: route.path === authRoutes.signOut.path,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const given = response.headers.get('dpop-nonce')
    if (given) {
      nonce = given
      nonceAt = Date.now()
    }
    const answer: unknown = await response.json().catch((error: unknown) => {
      // The connection broke in the middle of the answer. For an answer that is not JSON, a repetition would not help.
      if (error instanceof TypeError) throw error
      return null
    })
    if (!response.ok) throw readRefusal(response.status, answer, response.headers.get('retry-after'))
    return route.answer(answer)
  }

  return {
    async call(route, body, token, signal) {
      try {
        // What is wrong with it, the call itself says.
        if (place && route.proof !== 'none' && Date.now() - nonceAt > freshness)
          await attempt(authRoutes.methods, place, undefined, signal).catch(() => {})
        const id = route.once && newId()
        const left = [...pauses]
        for (let hasNonce = false; ; )
          try {
            return await attempt(route, body, token, signal, id)
          } catch (error) {
            // The first request of a visit has no nonce yet, and nonces change.
            if (error instanceof AccountRefusal && error.field === 'use_dpop_nonce' && !hasNonce) {
              hasNonce = true
              continue
            }
            // fetch reports a broken connection as a TypeError. Each repetition has a proof of its own, because the server takes a proof once. A call that
            // must not take effect twice has an id, by which the server answers a repetition with the first answer.
            const pause =
              error instanceof TypeError && !signal?.aborted && globalThis.navigator?.onLine !== false ? left.shift() : undefined
            if (pause === undefined) throw error
            await new Promise((resolve) => setTimeout(resolve, pause))
          }
      } catch (error) {
        if (error instanceof AccountRefusal) throw error
        if (signal?.aborted) throw new RpcError(codes.userRejected, errors.somethingWentWrong)
        throw offline()
      }
    },
  }
}
