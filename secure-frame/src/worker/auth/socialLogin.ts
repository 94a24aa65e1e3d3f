import { codes, errors, type SocialProvider } from '@latchkey/protocol'
import { authRoutes, type OauthProvider } from '@latchkey/protocol/schemas/account'
import type { Accounts } from './accounts.js'
import { failure } from './failure.js'
import type { LoginProvider, Session } from './session.js'
import { wait } from './wait.js'

/** Milliseconds between questions whether a cut-off popup, or Farcaster's app, is done. */
const poll = 1_500

export type SocialLogin = {
  redirectUri(provider: SocialProvider, signal: AbortSignal): Promise<string>
  /** @param resultUri what the popup's last page handed over; without it the server is asked until the person confirmed there */
  finish(resultUri: string | undefined, signal: AbortSignal): Promise<void>
  farcasterUri(signal: AbortSignal): Promise<{ readonly url: string; readonly expiresAt: number }>
  finishFarcaster(signal: AbortSignal): Promise<void>
}

/** Login by another service's account. Its result is a ticket that only this device's key can redeem. */
export function createSocialLogin(
  { accounts, session }: { readonly accounts: Accounts; readonly session: Session },
  place: { readonly projectId: string; readonly origin: string },
): SocialLogin {
  let started: { readonly flow: string; readonly provider: LoginProvider } | undefined
  let farcaster: string | undefined
  const failed = (message: string) => failure(codes.invalidInput, message, { reason: 'social_failed' })

  /** `resultUri` is `…/oauth/callback/<provider>#flow=…&ticket=…`; a flow that is not ours belongs to another window. */
  function readTicket(resultUri: string, flow: string): string {
    const parameters = new URLSearchParams(new URL(resultUri).hash.slice(1))
    const ticket = parameters.get('ticket')
    if (parameters.get('error') || !ticket || parameters.get('flow') !== flow) throw failed(errors.socialFailed)
    return ticket
  }

  return {
    async redirectUri(provider, signal) {
      if (provider === 'farcaster') throw failed(errors.socialFailed)
      const body = { ...place, provider: provider as OauthProvider }
      const answer = await accounts.call(authRoutes.oauthStart, body, undefined, signal)
      started = { flow: answer.flow, provider }
      return answer.url
    },
    async finish(resultUri, signal) {
      if (!started) throw failed(errors.socialFailed)
      const { flow, provider } = started
      const ticket = resultUri === undefined ? undefined : readTicket(resultUri, flow)
      while (ticket === undefined && (await accounts.call(authRoutes.oauthStatus, { flow }, undefined, signal)).status !== 'READY')
        await wait(poll, signal)
      const answer = await accounts.call(authRoutes.oauthRedeem, { flow, ...(ticket ? { ticket } : {}) }, undefined, signal)
      started = undefined
      await session.accept(answer, provider)
    },
    async farcasterUri(signal) {
      const answer = await accounts.call(authRoutes.farcasterStart, place, undefined, signal)
      if (answer.url === null) throw failure(codes.invalidInput, errors.farcasterFailed, { reason: 'provider_unavailable' })
      farcaster = answer.flow
      return { url: answer.url, expiresAt: Date.now() + answer.expiresIn * 1_000 }
    },
    async finishFarcaster(signal) {
      const flow = farcaster
      if (!flow) throw failed(errors.farcasterFailed)
      for (;;) {
        const answer = await accounts.call(authRoutes.farcasterStatus, { flow }, undefined, signal)
        if (answer.status === 'CONNECTED') {
          farcaster = undefined
          return session.accept(answer.session, 'farcaster')
        }
        await wait(poll, signal)
      }
    },
  }
}
