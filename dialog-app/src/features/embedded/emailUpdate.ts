import { type EmailUpdateStep, limits, toWireError } from '@latchkey/protocol'
import { writeItem } from '../../lib/storage.js'
import { type EmailUpdateState, emailUpdateStore, initialEmailUpdate } from '../../state/emailUpdate.js'
import { embeddedAccountStore } from '../../state/embeddedAccount.js'
import { embedded } from './embedded.js'
import { type LoginCause, loginFailure } from './loginCause.js'

const phases: Readonly<Partial<Record<LoginCause, EmailUpdateState['phase']>>> = {
  wrong: 'wrong',
  cooldown: 'cooldown',
  expired: 'expired',
  limited: 'limited',
  taken: 'taken',
  quarantine: 'quarantine',
  stepUp: 'stepUp',
  offline: 'offline',
  unavailable: 'unavailable',
}

let attempt = 0

async function run(step: () => Promise<Partial<EmailUpdateState>>): Promise<void> {
  const mine = ++attempt
  emailUpdateStore.setState({ phase: 'busy', error: null, attemptsLeft: null })
  try {
    const change = await step()
    if (mine === attempt) emailUpdateStore.setState({ phase: 'typing', ...change })
  } catch (error) {
    if (mine !== attempt) return
    const { cause, retryAfter, attemptsLeft } = loginFailure(error)
    const resendAt = retryAfter === null ? emailUpdateStore.getState().resendAt : Date.now() + retryAfter * 1_000
    emailUpdateStore.setState({ phase: phases[cause] ?? 'failed', error: toWireError(error), attemptsLeft, resendAt })
  }
}

const options = { timeout: limits.loginTimeout }
const id = () => crypto.randomUUID()
const next = ({ action, resendAt }: EmailUpdateStep): Partial<EmailUpdateState> => ({
  step: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary',
  resendAt: resendAt ?? null,
})

/** Asks for the change: the present address gets a code, or the new one where there is none so far. Asked again, the last mail is sent once more. */
export function changeEmail(email: string): void {
  emailUpdateStore.setState({ email })
  void run(async () => next(await embedded().frame.call('updateEmail', { id: id(), email }, options)))
}

/** The code from the mail that was sent last. */
export function checkUpdateCode(otp: string): void {
  const { step } = emailUpdateStore.getState()
  const { frame, wallet } = embedded()
  void run(async () => {
    if (step === 'primary') return next(await frame.call('updateEmailPrimaryOtp', { id: id(), otp }, options))
    const { newEmail } = await frame.call('updateEmailSecondaryOtp', { id: id(), otp }, options)
    writeItem('email', newEmail)
    wallet.rename(newEmail)
    embeddedAccountStore.setState({ user: wallet.user() })
    return { step: 'done', email: newEmail }
  })
}

/** Leaving keeps the present address: what is under way is dropped. */
export function leaveEmailUpdate(): void {
  attempt += 1
  emailUpdateStore.setState(initialEmailUpdate, true)
}
