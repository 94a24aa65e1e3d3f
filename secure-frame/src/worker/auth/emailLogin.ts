import { codes, type EmailStep, errors, limits, secondsUntil } from '@latchkey/protocol'
import { authRoutes, type ChallengeAnswer } from '@latchkey/protocol/schemas/account'
import type { KeyValue } from '../storage/keyValue.js'
import type { Accounts } from './accounts.js'
import { failure } from './failure.js'
import { poll } from './poll.js'
import type { Session } from './session.js'

/** Milliseconds between two polls whether the mailed link was confirmed. The server delays its answer to each of them (long polling). */
const pause = 250
const storageKey = 'last-email-login'

export type EmailLogin = {
  start(email: string, signal: AbortSignal): Promise<EmailStep>
  device(signal: AbortSignal): Promise<EmailStep>
  otp(code: string, signal: AbortSignal): Promise<EmailStep>
}

/** The step as the dialog shows it. */
export function toStep(answer: { readonly expiresIn: number; readonly resendAfter: number }, now = Date.now()) {
  return { expiresAt: now + answer.expiresIn * 1_000, resendAt: now + answer.resendAfter * 1_000 }
}

/**
 * Login by e-mail: a link for a device that was never seen, then a code. Codes are bound to this device's key: read elsewhere they are worth nothing.
 *
 * @param place project and page, which the mail names
 */
export function createEmailLogin(
  parameters: { readonly accounts: Accounts; readonly session: Session; readonly storage: KeyValue },
  place: { readonly projectId: string; readonly origin: string },
): EmailLogin {
  const { accounts, session, storage } = parameters
  let challenge: Exclude<ChallengeAnswer, { action: 'CONNECT' }> | undefined
  const missing = () => failure(codes.invalidInput, errors.somethingWentWrong, { reason: 'otp_expired' })

  /** 30 s between two mails; the server enforces them too. */
  async function refuseHaste() {
    const last = Number(await storage.get(storageKey)) || 0
    const left = secondsUntil(last + limits.emailCooldown, Date.now())
    if (left > 0 && left <= limits.emailCooldown / 1_000)
      throw failure(codes.limitExceeded, errors.tryAgainAfter(left), { reason: 'cooldown', retryAfter: left })
  }

  return {
    async start(email, signal) {
      await refuseHaste()
      const known = await session.stored()
      const refreshToken = known?.user.email?.toLowerCase() === email.toLowerCase() ? known.refreshToken : undefined
      const body = { ...place, email, ...(refreshToken ? { refreshToken } : {}) }
      const answer = await accounts.call(authRoutes.challenge, body, undefined, signal)
      if (answer.action === 'CONNECT') return { action: 'CONNECT' }
      await storage.set(storageKey, Date.now())
      challenge = answer
      const number = answer.action === 'VERIFY_DEVICE' ? { number: answer.number } : {}
      return { action: answer.action, ...number, ...toStep(answer) }
    },
    async device(signal) {
      if (challenge?.action !== 'VERIFY_DEVICE') throw missing()
      const { challengeId } = challenge
      const ask = async () => {
        const answer = await accounts.call(authRoutes.device, { challengeId, wait: true }, undefined, signal)
        return answer.status === 'VERIFY_OTP' ? answer : undefined
      }
      const answer = await poll(ask, pause, signal)
      challenge = { ...answer, action: 'VERIFY_OTP' }
      return { action: 'VERIFY_OTP', ...toStep(answer) }
    },
    async otp(code, signal) {
      if (!challenge) throw missing()
      const answer = await accounts.call(authRoutes.otp, { challengeId: challenge.challengeId, code }, undefined, signal)
      await session.accept(answer, 'email')
      challenge = undefined
      await storage.delete(storageKey)
      return { action: 'CONNECT' }
    },
  }
}
