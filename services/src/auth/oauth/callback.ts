import type { CallbackBoot } from '@latchkey/protocol/schemas/account'
import { callerOf } from '../../accounts/caller.js'
import type { OauthAccounts } from './client.js'
import { takeAnswer } from './flows.js'

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
export function createCallback(accounts: OauthAccounts, addressOf: (request: Request) => string) {
  return async (request: Request): Promise<CallbackBoot['oauth'] | null> => {
    const answer = await answerOf(request)
    const caller = callerOf(addressOf(request), request.headers.get('user-agent') ?? undefined)
    return answer && takeAnswer(accounts, answer.provider, answer.params, caller)
  }
}
