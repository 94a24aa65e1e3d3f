import { codes, errors, isOauthProvider, type OauthProvider, type SecureReason, type SocialProvider } from '@latchkey/protocol'
import { authRoutes, type OauthStarted } from '@latchkey/protocol/schemas/account'
import type { KeyValue } from '../storage/keyValue.js'
import type { Accounts } from './accounts.js'
import { failure, secureReasonOf } from './failure.js'
import { poll } from './poll.js'
import type { Session } from './session.js'

/** Milliseconds between two polls whether a popup that cannot message us, or Farcaster's app, is done. */
const pause = 1_500

/** What the popup's last page says went wrong. */
const answers: ReadonlyMap<string, SecureReason> = new Map([
  ['flow_denied', 'social_cancelled'],
  ['flow_gone', 'social_expired'],
])

export type SocialLogin = {
  redirectUri(provider: SocialProvider, signal: AbortSignal): Promise<string>
  /** The page itself goes to the provider: what was started is kept for the next document. Null where nothing is kept. */
  leave(provider: SocialProvider, signal: AbortSignal): Promise<{ readonly flow: string; readonly number: string } | null>
  /** In the next document, once: which login the page was left for, and why it cannot go on, if so. */
  comeBack(signal: AbortSignal): Promise<{ readonly provider: SocialProvider | null; readonly reason?: SecureReason }>
  /** Settles when the provider has answered to a popup that was cut off. @returns the number that the user picks there */
  arrived(signal: AbortSignal): Promise<string>
  /** @param resultUri what the popup's last page handed over; without it the server is asked until the user confirmed there */
  finish(resultUri: string | undefined, signal: AbortSignal): Promise<void>
  /** Not to be given up: whoever comes back to the view wants the same link. */
  farcasterUri(): Promise<{ readonly url: string; readonly expiresAt: number }>
  finishFarcaster(signal: AbortSignal): Promise<void>
}

const failed = (message: string, reason: SecureReason = 'social_failed') => failure(codes.invalidInput, message, { reason })

/** `resultUri` is `…/oauth/callback/<provider>#flow=…&ticket=…`, or `error=…`; a flow that is not ours belongs to another window. */
export function readTicket(resultUri: string, flow: string): string {
  const parameters = new URLSearchParams(new URL(resultUri).hash.slice(1))
  const [error, ticket] = [parameters.get('error'), parameters.get('ticket')]
  if (error !== null) throw failed(errors.socialFailed, answers.get(error))
  if (ticket === null || parameters.get('flow') !== flow) throw failed(errors.socialFailed)
  return ticket
}

/** Asks until the provider's answer is there, or until the user has confirmed it. */
async function until(accounts: Accounts, flow: string, done: (status: 'PENDING' | 'ARRIVED' | 'READY') => boolean, signal: AbortSignal) {
  const ask = async () => done((await accounts.call(authRoutes.oauthStatus, { flow }, undefined, signal)).status) || undefined
  await poll(ask, pause, signal)
}

/** Settles when the user confirmed in a window that its pages cut off: the flow is redeemed without a ticket then. */
export async function released(accounts: Accounts, flow: string, signal: AbortSignal): Promise<undefined> {
  await until(accounts, flow, (status) => status === 'READY', signal)
}

type Started = { readonly flow: string; readonly provider: OauthProvider; readonly number: string }

const leftKey = 'left-for-login'

/** Login by another service's account. Its result is a ticket that only this device's key can redeem. */
export function createSocialLogin(
  { accounts, session, storage }: { readonly accounts: Accounts; readonly session: Session; readonly storage: KeyValue },
  place: { readonly projectId: string; readonly origin: string },
): SocialLogin {
  let started: Started | undefined
  let farcaster: string | undefined

  function current() {
    if (!started) throw failed(errors.socialFailed)
    return started
  }

  async function start(provider: SocialProvider, signal: AbortSignal): Promise<Started & Pick<OauthStarted, 'url'>> {
    if (!isOauthProvider(provider)) throw failed(errors.socialFailed)
    const { flow, number, url } = await accounts.call(authRoutes.oauthStart, { ...place, provider }, undefined, signal)
    started = { flow, provider, number }
    return { ...started, url }
  }

  return {
    redirectUri: async (provider, signal) => (await start(provider, signal)).url,
    async leave(provider, signal) {
      // The answer counts for this device's key only, which is gone with this document here.
      if (!storage.durable) return null
      await start(provider, signal)
      const left = current()
      await storage.set(leftKey, left)
      return { flow: left.flow, number: left.number }
    },
    async comeBack(signal) {
      const left = (await storage.get(leftKey)) as Started | undefined
      if (!left) return { provider: null }
      await storage.delete(leftKey)
      const { provider, flow } = left
      try {
        const { status } = await accounts.call(authRoutes.oauthStatus, { flow }, undefined, signal)
        if (status !== 'READY') return { provider, reason: 'social_unfinished' }
      } catch (error) {
        return { provider, reason: secureReasonOf(error) }
      }
      started = left
      return { provider }
    },
    async arrived(signal) {
      const { flow, number } = current()
      await until(accounts, flow, (status) => status !== 'PENDING', signal)
      return number
    },
    async finish(resultUri, signal) {
      const { flow, provider } = current()
      const ticket = resultUri === undefined ? await released(accounts, flow, signal) : readTicket(resultUri, flow)
      const answer = await accounts.call(authRoutes.oauthRedeem, { flow, ...(ticket ? { ticket } : {}) }, undefined, signal)
      started = undefined
      await session.accept(answer, provider)
    },
    async farcasterUri() {
      const answer = await accounts.call(authRoutes.farcasterStart, place)
      if (answer.url === null) throw failure(codes.invalidInput, errors.farcasterFailed, { reason: 'provider_unavailable' })
      farcaster = answer.flow
      return { url: answer.url, expiresAt: Date.now() + answer.expiresIn * 1_000 }
    },
    async finishFarcaster(signal) {
      const flow = farcaster
      if (!flow) throw failed(errors.farcasterFailed)
      const ask = async () => {
        const answer = await accounts.call(authRoutes.farcasterStatus, { flow }, undefined, signal)
        return answer.status === 'CONNECTED' ? answer.session : undefined
      }
      const answer = await poll(ask, pause, signal)
      farcaster = undefined
      await session.accept(answer, 'farcaster')
    },
  }
}
