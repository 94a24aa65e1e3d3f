import { codes, errors, limits, RpcError, type SecureUser, type SocialProvider, toWireError } from '@latchkey/protocol'
import { socialResultSchema } from '@latchkey/protocol/schemas/secure'
import { host } from '../../bridge/host.js'
import { settingsStore } from '../../state/settings.js'
import { initialSocial, type SocialPhase, socialStore } from '../../state/social.js'
import { uiStore } from '../../state/ui.js'
import { shownView } from '../../state/view.js'
import { onClosed } from '../close.js'
import { back, push, reset } from '../view.js'
import { onLeave } from '../viewStack.js'
import { inTelegram } from '../walletConnect/telegram.js'
import { acceptLogin, leaveLogin, userLabel } from './acceptLogin.js'
import { embedded } from './embedded.js'
import { type LoginCause, loginFailure } from './loginCause.js'

const isShown = () => uiStore.getState().open && shownView() === 'ConnectingSocial'
/** A window whose last message is still on its way looks closed; so does one that its page cut off from us. Milliseconds. */
const grace = 2_000
/** Nobody can guess it: a page that opened a window of this name before would hold a handle to ours, and could send it somewhere else. */
const windowName = `latchkey-social-${crypto.randomUUID()}`

let popup: Window | null = null
let control: AbortController | undefined
let pending: SecureUser | undefined
let off: (() => void) | undefined

const setPhase = (phase: SocialPhase, error: unknown = null) =>
  socialStore.setState({ phase, error: error === null ? null : toWireError(error) })

const phases: Readonly<Partial<Record<LoginCause, SocialPhase>>> = {
  denied: 'denied',
  cancelled: 'closed',
  expired: 'expired',
  unfinished: 'unfinished',
  cooldown: 'limited',
  limited: 'limited',
  offline: 'offline',
  unavailable: 'unavailable',
  factor: 'factor',
}

/** In the click itself: a window that is opened later is blocked. It waits on a blank page of the secure origin. */
function openWindow(): Window | null {
  const { boot } = settingsStore.getState()
  const width = limits.socialPopupWidth
  const height = limits.socialPopupHeight
  const left = Math.max(0, Math.round(screen.availWidth / 2 - width / 2))
  const top = Math.max(0, Math.round(screen.availHeight / 2 - height / 2))
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  return window.open(`${boot?.secure}/oauth/start`, windowName, features)
}

/** What the window's last page says; undefined when the window went without a word. */
function result(window_: Window, secure: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    let closedAt: number | undefined
    const end = (uri?: string) => {
      clearInterval(poll)
      window.removeEventListener('message', hear)
      signal.removeEventListener('abort', abort)
      resolve(uri)
    }
    const abort = () => end()
    const hear = ({ origin, source, data }: MessageEvent) => {
      if (origin !== secure || source !== window_) return
      try {
        end(socialResultSchema(data).resultUri)
      } catch {
        // Not its last page's word.
      }
    }
    const poll = setInterval(() => {
      if (!window_.closed) return
      closedAt ??= Date.now()
      if (Date.now() - closedAt >= grace) end()
    }, limits.socialPopupPoll)
    window.addEventListener('message', hear)
    signal.addEventListener('abort', abort)
  })
}

const id = () => crypto.randomUUID()

/** The frame has what it needs, or waits for it without `uri`: who is it? */
async function finish(uri: string | undefined, signal: AbortSignal, patient = false): Promise<void> {
  const wait = { timeout: patient ? null : limits.loginTimeout, signal }
  const user = await embedded().frame.call('connectSocial', { id: id(), ...(uri ? { uri } : {}) }, wait)
  if (signal.aborted) return
  popup?.close()
  if (user.before) {
    pending = user
    socialStore.setState({ phase: 'another', names: { now: userLabel(user), before: userLabel(user.before) } })
  } else accept(user)
}

/**
 * In Telegram's browser, which has no windows, the page itself goes to the provider once the person says so.
 *
 * @returns false where the secure frame would not know the login any more when the page is back
 */
async function leave(provider: SocialProvider, signal: AbortSignal): Promise<boolean> {
  const left = await embedded().frame.call('leaveForSocial', { id: id(), provider }, { timeout: limits.loginTimeout, signal })
  if (left && !signal.aborted) socialStore.setState({ phase: 'leaving', flow: left.flow, number: left.number })
  return !!left
}

/** Without a window that can be heard, the person follows a link, and picks a number there. */
async function login(provider: SocialProvider, window_: Window | null, signal: AbortSignal): Promise<void> {
  if (inTelegram() && (await leave(provider, signal))) return
  const { boot } = settingsStore.getState()
  const { frame } = embedded()
  const { uri } = await frame.call('getSocialRedirectUri', { id: id(), provider }, { timeout: limits.loginTimeout, signal })
  if (signal.aborted) return
  let resultUri: string | undefined
  if (window_) {
    window_.location.href = uri
    setPhase('waiting')
    resultUri = await result(window_, new URL(boot?.secure ?? '').origin, signal)
    if (signal.aborted) return
    // A window that its own pages cut off from us looks closed while somebody is still there: the server is asked for as long as this view is.
    if (!resultUri) setPhase('closed', new Error(errors.popupClosed))
  } else socialStore.setState({ phase: inTelegram() ? 'outside' : 'blocked', link: uri })
  if (!resultUri) {
    const { number } = await frame.call('waitSocial', { id: id() }, { timeout: null, signal })
    if (signal.aborted) return
    socialStore.setState({ phase: 'confirming', number, error: null })
  } else setPhase('finishing')
  await finish(resultUri, signal, !resultUri)
}

function accept(user: SecureUser): void {
  const connection = acceptLogin(user)
  setPhase('connected')
  leaveLogin(connection, isShown)
}

/** Runs a login until it ends or the next one begins, and says what stopped it. */
function run(work: (signal: AbortSignal) => Promise<void>): void {
  control?.abort()
  const mine = new AbortController()
  control = mine
  work(mine.signal).catch((error: unknown) => {
    if (mine.signal.aborted) return
    popup?.close()
    const { cause } = loginFailure(error)
    const phase = phases[cause] ?? 'failed'
    setPhase(phase, phase === 'closed' ? new Error(errors.popupClosed) : error)
  })
}

function start(provider: SocialProvider): void {
  const blockedBefore = socialStore.getState().phase === 'blocked'
  const windowless = inTelegram()
  const opened = windowless ? null : openWindow()
  popup = opened
  socialStore.setState({ ...initialSocial, provider, phase: windowless ? 'starting' : opened ? 'opening' : 'blocked' }, true)
  // Twice is no accident: the page's own opener policy (COOP) cuts off every window.
  run(async (signal) => {
    if (opened || windowless || blockedBefore) await login(provider, opened, signal)
  })
}

/** Shows the view; leaving it ends the login. */
function showView(): void {
  push('ConnectingSocial')
  off?.()
  const offs = [onLeave('ConnectingSocial', cancel), onClosed(cancel)]
  off = () => {
    for (const each of offs) each()
  }
}

/**
 * A person chose a provider: its window opens within the click, and the view says where to go on.
 */
export function startSocial(provider: SocialProvider): void {
  socialStore.setState(initialSocial, true)
  start(provider)
  showView()
}

/** The person has seen the number, and goes. */
export function leaveForSocial(): void {
  const { flow } = socialStore.getState()
  if (flow)
    host()
      .call('leave', { flow })
      .catch((error: unknown) => setPhase('failed', error))
}

/** The page is back from a provider, or so it says: the secure frame knows what it was left for. */
export function returnSocial(): void {
  socialStore.setState({ ...initialSocial, phase: 'returning' }, true)
  showView()
  run(async (signal) => {
    const answer = await embedded().frame.call('returnSocial', { id: id() }, { timeout: limits.loginTimeout, signal })
    if (signal.aborted) return
    const { provider, reason } = answer
    if (!provider) return reset('Connect')
    socialStore.setState({ provider, phase: 'finishing' })
    if (reason) throw new RpcError(codes.invalidInput, errors.socialFailed, { data: { reason } })
    await finish(undefined, signal)
  })
}

/** Brings the window to the front; opens another one when it is gone. */
export function reopenSocial(): void {
  if (popup && !popup.closed && socialStore.getState().phase === 'waiting') popup.focus()
  else start(socialStore.getState().provider)
}

/** It is really somebody else this time. */
export function acceptAnother(): void {
  if (pending) accept(pending)
  pending = undefined
}

/** Not that account: leaving gives the login back. */
export function refuseAnother(): void {
  back()
}

function cancel(): void {
  off?.()
  off = undefined
  control?.abort()
  control = undefined
  if (pending)
    embedded()
      .frame.call('signOut', { refused: true }, { timeout: limits.signOutTimeout })
      .catch(() => {})
  pending = undefined
  popup?.close()
  popup = null
}
