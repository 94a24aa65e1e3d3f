import { type EmailUpdateStep, limits, newId, toWireError } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
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
  unsent: 'unsent',
  invalid: 'invalid',
}

/** What one dialog keeps here. */
type Own = {
  attempt: number
}

const kept = perDialog((): Own => ({ attempt: 0 }))

async function run(dialog: Dialog, step: () => Promise<Partial<EmailUpdateState>>): Promise<void> {
  const own = kept(dialog)
  const mine = ++own.attempt
  emailUpdateStore(dialog).setState({ phase: 'busy', error: null, attemptsLeft: null })
  try {
    const change = await step()
    if (mine === own.attempt) emailUpdateStore(dialog).setState({ phase: 'typing', ...change })
  } catch (error) {
    if (mine !== own.attempt) return
    const { cause, retryAfter, attemptsLeft } = loginFailure(error)
    const resendAt = retryAfter === null ? emailUpdateStore(dialog).getState().resendAt : dialog.now() + retryAfter * 1_000
    emailUpdateStore(dialog).setState({ phase: phases[cause] ?? 'failed', error: toWireError(error), attemptsLeft, resendAt })
  }
}

const options = { timeout: limits.loginTimeout }
const next = ({ action, resendAt }: EmailUpdateStep): Partial<EmailUpdateState> => ({
  step: action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary',
  resendAt: resendAt ?? null,
})

/** Asks for the change: the present address gets a code, or the new one where there is none so far. Asked again, the last mail is sent once more. */
export function changeEmail(dialog: Dialog, email: string): void {
  emailUpdateStore(dialog).setState({ email })
  void run(dialog, async () => next(await embedded(dialog).frame.call('updateEmail', { id: newId(), email }, options)))
}

/** The code from the mail that was sent last. */
export function checkUpdateCode(dialog: Dialog, otp: string): void {
  const { step } = emailUpdateStore(dialog).getState()
  const { frame, wallet } = embedded(dialog)
  void run(dialog, async () => {
    if (step === 'primary') return next(await frame.call('updateEmailPrimaryOtp', { id: newId(), otp }, options))
    const { newEmail } = await frame.call('updateEmailSecondaryOtp', { id: newId(), otp }, options)
    writeItem(dialog, 'email', newEmail)
    wallet.rename(newEmail)
    embeddedAccountStore(dialog).setState({ user: wallet.user() })
    return { step: 'done', email: newEmail }
  })
}

/** Leaving keeps the present address: what is under way is dropped. */
export function leaveEmailUpdate(dialog: Dialog): void {
  kept(dialog).attempt += 1
  emailUpdateStore(dialog).setState(initialEmailUpdate, true)
}
