import { codes, type EmailStep, errors, limits, newId, secondsUntil, toWireError, type ViewName } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { readItem, writeItem } from '../../lib/storage.js'
import { initialLogin, type LoginPhase, type LoginState, loginStore } from '../../state/login.js'
import { uiStore } from '../../state/ui.js'
import { currentView, viewStore } from '../../state/view.js'
import { withConsent } from '../connect/consent.js'
import { emit } from '../events/dialogEvents.js'
import { acceptLogin, leaveLogin } from './acceptLogin.js'
import { embedded, preferredType } from './embedded.js'
import { type LoginCause, loginFailure } from './loginCause.js'
import { startFrame } from './startFrame.js'

const views: readonly ViewName[] = ['EmailLogin', 'EmailVerifyDevice', 'EmailVerifyOtp']
const isShown = (dialog: Dialog) => uiStore(dialog).getState().open && views.includes(currentView(dialog))

/** What one dialog keeps here. */
type Own = {
  control: AbortController | undefined
}

const kept = perDialog((): Own => ({ control: undefined }))

const phases: Readonly<Partial<Record<LoginCause, LoginPhase>>> = {
  wrong: 'wrong',
  expired: 'expired',
  refused: 'refused',
  cooldown: 'cooldown',
  limited: 'limited',
  offline: 'offline',
  unavailable: 'unavailable',
  unsent: 'unsent',
  factor: 'factor',
  invalid: 'invalid',
  // The user left: no error is shown.
  cancelled: 'idle',
}

/** One step of the login. What comes after the user has left is dropped. */
async function run(dialog: Dialog, phase: LoginPhase, step: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const own = kept(dialog)
  own.control?.abort()
  const mine = new AbortController()
  own.control = mine
  loginStore(dialog).setState({ phase, error: null, attemptsLeft: null })
  try {
    await step(mine.signal)
  } catch (error) {
    if (mine.signal.aborted) return
    const { cause, retryAfter, attemptsLeft } = loginFailure(error)
    const resendAt = retryAfter === null ? loginStore(dialog).getState().resendAt : dialog.now() + retryAfter * 1_000
    loginStore(dialog).setState({ phase: phases[cause] ?? 'failed', error: toWireError(error), attemptsLeft, resendAt })
  }
}

/** Goes on as the server says. */
async function follow(dialog: Dialog, step: EmailStep, signal: AbortSignal): Promise<void> {
  loginStore(dialog).setState({ number: step.number ?? null, expiresAt: step.expiresAt ?? null, resendAt: step.resendAt ?? null })
  if (step.action === 'CONNECT') return await open(dialog, signal)
  loginStore(dialog).setState({ phase: 'waiting' })
  emit(dialog, 'emailStep', step.action === 'VERIFY_DEVICE' ? 'device' : 'code')
  if (step.action !== 'VERIFY_DEVICE') return
  // The user acts in another window: no timeout of ours.
  const next = await embedded(dialog).frame.call('connectDevice', { id: newId() }, { timeout: null, signal })
  if (!signal.aborted) await follow(dialog, next, signal)
}

async function open(dialog: Dialog, signal: AbortSignal): Promise<void> {
  loginStore(dialog).setState({ phase: 'opening' })
  const chainId = readItem(dialog, 'lastUsedChain')
  const user = await embedded(dialog).frame.call(
    'getUser',
    { id: newId(), ...(chainId ? { chainId } : {}), ...preferredType(dialog) },
    { timeout: limits.loginTimeout, signal },
  )
  if (signal.aborted) return
  const connection = acceptLogin(dialog, user)
  loginStore(dialog).setState({ phase: 'connected' })
  leaveLogin(dialog, connection, () => isShown(dialog))
}

/** Seconds until another mail may be asked for; 0 when it may be now. */
export function cooldown(dialog: Dialog, now = dialog.now()): number {
  const { resendAt } = loginStore(dialog).getState()
  const stored = readItem(dialog, 'lastEmailLoginTime')
  // A time in the future is a clock that was set back: not trusted.
  const until = Math.max(resendAt ?? 0, stored === undefined || stored > now ? 0 : stored + limits.emailCooldown)
  return secondsUntil(until, now)
}

/**
 * Sends the mail for an address. Within 30 s of the last one nothing is sent: the view counts down.
 */
export function sendEmail(dialog: Dialog, email: string): void {
  withConsent(dialog, () => send(dialog, email))
}

/** Nothing that is known about the address before is about this one. */
const begin = (dialog: Dialog, state: Partial<LoginState>) =>
  loginStore(dialog).setState(({ sentTo }) => ({ ...initialLogin, sentTo, ...state }))

function send(dialog: Dialog, email: string): void {
  const wait = cooldown(dialog)
  if (wait > 0) {
    const error = { code: codes.limitExceeded, message: errors.tryAgainAfter(wait) }
    begin(dialog, { email, phase: 'cooldown', error, resendAt: dialog.now() + wait * 1_000 })
    return
  }
  begin(dialog, { email })
  void run(dialog, 'sending', async (signal) => {
    const step = await embedded(dialog).frame.call('connectEmail', { id: newId(), email }, { timeout: limits.loginTimeout, signal })
    if (signal.aborted) return
    writeItem(dialog, 'lastEmailLoginTime', dialog.now())
    loginStore(dialog).setState({ sentTo: step.action === 'CONNECT' ? null : email })
    await follow(dialog, step, signal)
  })
}

/** The same address once more. */
export function resendEmail(dialog: Dialog): void {
  sendEmail(dialog, loginStore(dialog).getState().email)
}

/** The code that was typed, six digits. */
export function checkCode(dialog: Dialog, otp: string): void {
  void run(dialog, 'checking', async (signal) => {
    const step = await embedded(dialog).frame.call('connectOtp', { id: newId(), otp }, { timeout: limits.loginTimeout, signal })
    if (signal.aborted) return
    loginStore(dialog).setState({ sentTo: null })
    await follow(dialog, step, signal)
  })
}

/** For a user who already has a code, from the last mail: no other one is sent. */
export function enterCode(dialog: Dialog): void {
  loginStore(dialog).setState(({ email, sentTo }) => ({ email: sentTo ?? email, phase: 'waiting', error: null }))
  emit(dialog, 'emailStep', 'code')
}

function cancel(dialog: Dialog): void {
  const own = kept(dialog)
  own.control?.abort()
  own.control = undefined
  loginStore(dialog).setState({ phase: 'idle', error: null, number: null })
}

/** A login ends with its views: what is still under way is given up. Starts the frame, where {@link startFrame} may. */
export function watchEmailLogin(dialog: Dialog): () => void {
  startFrame(dialog)
  const look = () => {
    if (!isShown(dialog) && loginStore(dialog).getState().phase !== 'idle') cancel(dialog)
  }
  const subscriptions = [viewStore(dialog).subscribe(look), uiStore(dialog).subscribe(look)]
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
