import { codes, type EmailUpdateStep, errors } from '@latchkey/protocol'
import { authRoutes } from '@latchkey/protocol/schemas/account'
import { toStep } from './emailLogin.js'
import { failure } from './failure.js'
import type { Session } from './session.js'

export type EmailChange = {
  start(email: string, signal: AbortSignal): Promise<EmailUpdateStep>
  primary(code: string, signal: AbortSignal): Promise<EmailUpdateStep>
  secondary(code: string, signal: AbortSignal): Promise<{ readonly newEmail: string }>
}

/** Another e-mail address: a code to the old one, then one to the new one. */
export function createEmailChange(session: Session): EmailChange {
  let challengeId: string | undefined
  const current = () => {
    if (!challengeId) throw failure(codes.invalidInput, errors.somethingWentWrong, { reason: 'otp_expired' })
    return challengeId
  }
  return {
    async start(email, signal) {
      const answer = await session.call(authRoutes.emailChange, { email }, signal)
      challengeId = answer.challengeId
      return { action: answer.action, ...toStep(answer) }
    },
    async primary(code, signal) {
      const answer = await session.call(authRoutes.emailChangePrimary, { challengeId: current(), code }, signal)
      challengeId = answer.challengeId
      return { action: answer.action, ...toStep(answer) }
    },
    async secondary(code, signal) {
      const { email } = await session.call(authRoutes.emailChangeSecondary, { challengeId: current(), code }, signal)
      challengeId = undefined
      await session.setUser(await session.call(authRoutes.me, {}, signal))
      return { newEmail: email }
    },
  }
}
