import { type EmailStep, errors, limits, toWireError, type ViewName } from '@latchkey/protocol'
import { readItem, writeItem } from '../../lib/storage.js'
import { initialLogin, type LoginPhase, loginStore } from '../../state/login.js'
import { uiStore } from '../../state/ui.js'
import { shownView, viewStore } from '../../state/view.js'
import { withConsent } from '../consent.js'
import { push, replace } from '../viewStack.js'
import { acceptLogin, leaveLogin } from './acceptLogin.js'
import { embedded } from './embedded.js'
import { type LoginCause, loginFailure } from './loginCause.js'

const views: readonly ViewName[] = ['EmailLogin', 'EmailVerifyDevice', 'EmailVerifyOtp']
const isShown = () => uiStore.getState().open && views.includes(shownView())

let control: AbortController | undefined

const phases: Readonly<Partial<Record<LoginCause, LoginPhase>>> = {
  wrong: 'wrong',
  expired: 'expired',
  refused: 'refused',
  cooldown: 'cooldown',
  limited: 'limited',
  offline: 'offline',
  unavailable: 'unavailable',
  factor: 'factor',
  // The person left: nothing to tell.
  cancelled: 'idle',
}

/** One step of the login. What comes after the person has left is dropped. */
async function run(phase: LoginPhase, step: (signal: AbortSignal) => Promise<void>): Promise<void> {
  control?.abort()
  const mine = new AbortController()
  control = mine
  loginStore.setState({ phase, error: null, attemptsLeft: null })
  try {
    await step(mine.signal)
  } catch (error) {
    if (mine.signal.aborted) return
    const { cause, retryAfter, attemptsLeft } = loginFailure(error)
    const resendAt = retryAfter === null ? loginStore.getState().resendAt : Date.now() + retryAfter * 1_000
    loginStore.setState({ phase: phases[cause] ?? 'failed', error: toWireError(error), attemptsLeft, resendAt })
  }
}

const id = () => crypto.randomUUID()

/** Goes where the server says. The views of one login take each other's place, so that Back leads to the address. */
async function follow(step: EmailStep, signal: AbortSignal): Promise<void> {
  loginStore.setState({ number: step.number ?? null, expiresAt: step.expiresAt ?? null, resendAt: step.resendAt ?? null })
  if (step.action === 'CONNECT') return await open(signal)
  const view: ViewName = step.action === 'VERIFY_DEVICE' ? 'EmailVerifyDevice' : 'EmailVerifyOtp'
  loginStore.setState({ phase: 'waiting' })
  if (shownView() === 'EmailLogin') push(view)
  else if (shownView() !== view) replace(view)
  if (step.action !== 'VERIFY_DEVICE') return
  // The person acts in another window: no timeout of ours.
  const next = await embedded().frame.call('connectDevice', { id: id() }, { timeout: null, signal })
  if (!signal.aborted) await follow(next, signal)
}

async function open(signal: AbortSignal): Promise<void> {
  loginStore.setState({ phase: 'opening' })
  const chainId = readItem('lastUsedChain')
  const user = await embedded().frame.call(
    'getUser',
    { id: id(), ...(chainId ? { chainId } : {}) },
    { timeout: limits.loginTimeout, signal },
  )
  if (signal.aborted) return
  const connection = acceptLogin(user)
  loginStore.setState({ phase: 'connected' })
  leaveLogin(connection, isShown)
}

/** Seconds until another mail may be asked for; 0 when it may be now. */
export function cooldown(now = Date.now()): number {
  const { resendAt } = loginStore.getState()
  const stored = readItem('lastEmailLoginTime')
  const until = Math.max(resendAt ?? 0, stored === undefined ? 0 : stored + limits.emailCooldown)
  return Math.max(0, Math.ceil((until - now) / 1_000))
}

/**
 * Sends the mail for an address. Within 30 s of the last one nothing is sent: the view counts down.
 */
export function sendEmail(email: string): void {
  withConsent(() => send(email))
}

function send(email: string): void {
  const wait = cooldown()
  if (wait > 0) {
    const error = { code: -32005, message: errors.tryAgainAfter(wait) }
    loginStore.setState({ email, phase: 'cooldown', error, resendAt: Date.now() + wait * 1_000 })
    return
  }
  loginStore.setState({ ...initialLogin, email })
  void run('sending', async (signal) => {
    const step = await embedded().frame.call('connectEmail', { id: id(), email }, { timeout: limits.loginTimeout, signal })
    if (signal.aborted) return
    writeItem('lastEmailLoginTime', Date.now())
    await follow(step, signal)
  })
}

/** The same address once more. */
export function resendEmail(): void {
  sendEmail(loginStore.getState().email)
}

/** The code that was typed, six digits. */
export function checkCode(otp: string): void {
  void run('checking', async (signal) => {
    const step = await embedded().frame.call('connectOtp', { id: id(), otp }, { timeout: limits.loginTimeout, signal })
    if (!signal.aborted) await follow(step, signal)
  })
}

/** A person who has a code goes on without another mail. */
export function enterCode(): void {
  loginStore.setState({ phase: 'waiting', error: null })
  push('EmailVerifyOtp')
}

function cancel(): void {
  control?.abort()
  control = undefined
  loginStore.setState({ phase: 'idle', error: null, number: null })
}

/** A login ends with its views: what is still under way is given up. Starts the frame, so that it is there when the person has typed. */
export function watchEmailLogin(): () => void {
  embedded()
    .frame.call('isConnected', {}, { timeout: limits.loginTimeout })
    .catch(() => {})
  const look = () => {
    if (!isShown() && loginStore.getState().phase !== 'idle') cancel()
  }
  const offs = [viewStore.subscribe(look), uiStore.subscribe(look)]
  return () => {
    for (const off of offs) off()
  }
}
