import { codes, type EmailUpdateStep, errors } from '@latchkey/protocol'
import { authRoutes, type EmailChangeStarted } from '@latchkey/protocol/schemas/account'
import { toStep } from './emailLogin.js'
import { AccountRefusal, failure } from './failure.js'
import type { Session } from './session.js'

export type EmailChange = {
  start(email: string, signal: AbortSignal): Promise<EmailUpdateStep>
  primary(code: string, signal: AbortSignal): Promise<EmailUpdateStep>
  secondary(code: string, signal: AbortSignal): Promise<{ readonly newEmail: string }>
}

type Change = EmailUpdateStep & { readonly email: string; readonly challengeId: string }

/** Another e-mail address: a code to the old one, then one to the new one. Asked for again, the code of the present step is sent once more. */
export function createEmailChange(session: Pick<Session, 'call' | 'setUser' | 'stored'>): EmailChange {
  let change: Change | undefined
  const current = () => {
    if (!change) throw failure(codes.invalidInput, errors.somethingWentWrong, { reason: 'otp_expired' })
    return change
  }
  function follow(email: string, answer: EmailChangeStarted): EmailUpdateStep {
    const { action, challengeId } = answer
    const step = { action, ...toStep(answer) }
    change = { ...step, email, challengeId }
    return step
  }

  /** Null when its code does not count any more: then the change starts over. */
  async function again({ email, action, challengeId }: Change, signal: AbortSignal): Promise<EmailUpdateStep | null> {
    try {
      return follow(email, { action, ...(await session.call(authRoutes.resend, { challengeId }, signal)) })
    } catch (error) {
      if (error instanceof AccountRefusal && error.field === 'challenge_gone') return null
      throw error
    }
  }

  return {
    async start(email, signal) {
      const resent = change?.email === email ? await again(change, signal) : null
      return resent ?? follow(email, await session.call(authRoutes.emailChange, { email }, signal))
    },
    async primary(code, signal) {
      const { challengeId, email } = current()
      return follow(email, await session.call(authRoutes.emailChangePrimary, { challengeId, code }, signal))
    },
    async secondary(code, signal) {
      const { email } = await session.call(authRoutes.emailChangeSecondary, { challengeId: current().challengeId, code }, signal)
      change = undefined
      // The change is done, whatever becomes of this: who is signed in is only shown.
      const before = await session.stored()
      const user = await session.call(authRoutes.me, {}, signal).catch(() => before && { ...before.user, email })
      if (user) await session.setUser(user)
      return { newEmail: email }
    },
  }
}
