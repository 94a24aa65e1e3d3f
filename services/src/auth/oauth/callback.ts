import type { CallbackBoot } from '@latchkey/protocol/schemas/account'
import type { Accounts } from '../accountsContext.js'
import { callerOf } from '../caller.js'
import { takeAnswer } from './flows.js'

/** Answers to providers, on the secure origin. */
export type OauthCallback = (request: Request) => Promise<CallbackBoot['oauth'] | null>

const maxForm = 16_384

/**
 * Reads a provider's answer from a request: the query, or the form that Apple's page posts.
 *
 * @returns null when the request is none, so that the document is served as it is
 */
async function answerOf(request: Request): Promise<{ readonly provider: string; readonly params: URLSearchParams } | null> {
  const url = new URL(request.url)
  const provider = /^\/oauth\/callback\/([a-z]+)$/.exec(url.pathname)?.[1]
  if (!provider) return null
  if (request.method === 'GET') return url.searchParams.has('state') ? { provider, params: url.searchParams } : null
  if (request.method !== 'POST' || !/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) return null
  if (Number(request.headers.get('content-length') ?? maxForm + 1) > maxForm) return null
  return { provider, params: new URLSearchParams(await request.text()) }
}

/**
 * Makes the handler of `/oauth/callback/:provider`.
 *
 * @param addressOf the client's address of a request, empty when it is not known
 */
export function createCallback(accounts: Accounts, addressOf: (request: Request) => string): OauthCallback {
  return async (request) => {
    const answer = await answerOf(request)
    const caller = callerOf(addressOf(request), request.headers.get('user-agent') ?? undefined)
    return answer && takeAnswer(accounts, answer.provider, answer.params, caller)
  }
}
