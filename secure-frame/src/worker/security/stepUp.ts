import { codes, errors } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { toStep } from '../auth/emailLogin.js'
import { failure } from '../auth/failure.js'
import { readTicket, released } from '../auth/socialLogin.js'
import type { SecurityContext } from './context.js'
import type { SecurityHandlers } from './contract.js'

type Methods = Pick<SecurityHandlers, 'stepUpStart' | 'stepUpVerify' | 'stepUpProvider' | 'stepUpProviderDone'>

/** A fresh proof of the user: a code from the mailbox, or the provider once more. The server counts five minutes from it. */
export function createStepUp({ accounts, session, proof }: SecurityContext): Methods {
  let challengeId: string | undefined
  let flow: string | undefined
  const missing = () => failure(codes.invalidInput, errors.somethingWentWrong, { reason: 'otp_expired' })

  return {
    async stepUpStart(_params, { signal }) {
      const answer = await session.call(authRoutes.stepUpStart, {}, signal)
      challengeId = answer.challengeId
      return { resendAt: toStep(answer).resendAt }
    },
    async stepUpVerify({ code }, { signal }) {
      if (challengeId === undefined) throw missing()
      const { stepUpUntil } = await session.call(authRoutes.stepUpVerify, { challengeId, code }, signal)
      challengeId = undefined
      await proof.give(Date.parse(stepUpUntil))
    },
    async stepUpProvider({ provider }, { signal }) {
      const answer = await session.call(authRoutes.oauthStartSigned, { provider, purpose: 'step-up' }, signal)
      flow = answer.flow
      return { url: answer.url, number: answer.number }
    },
    async stepUpProviderDone({ uri }, { signal }) {
      const stored = await session.stored()
      // The user may begin another one while the answer of this one is waited for.
      const mine = flow
      if (mine === undefined || !stored) throw missing()
      const ticket = uri === undefined ? await released(accounts, mine, signal) : readTicket(uri, mine)
      const answer = await accounts.call(authRoutes.oauthRedeem, { flow: mine, ...(ticket ? { ticket } : {}) }, undefined, signal)
      if (flow === mine) flow = undefined
      await session.accept(answer, stored.provider)
      await proof.give(answer.stepUpUntil === null ? 0 : Date.parse(answer.stepUpUntil))
    },
  }
}
