import { codes, errors, limits, newId, RpcError, type SecureUser, type SocialProvider, toWireError } from '@latchkey/protocol'
import { socialResultSchema } from '@latchkey/protocol/schemas/secure'
import { host } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { listen, onDestroy } from '../../lib/lifetime.js'
import { onClosed } from '../../state/onClosed.js'
import { onLeave } from '../../state/onLeave.js'
import { settingsStore } from '../../state/settings.js'
import { initialSocial, type SocialPhase, socialStore } from '../../state/social.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { withConsent } from '../connect/consent.js'
import { emit } from '../events/dialogEvents.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { opensNoWindows } from '../walletConnect/telegram.js'
import { acceptLogin, leaveLogin, wholeLabel } from './acceptLogin.js'
import { embedded, preferredType } from './embedded.js'
import { type LoginCause, loginFailure } from './loginCause.js'

const isShown = (dialog: Dialog) => uiStore(dialog).getState().open && currentView(dialog) === 'ConnectingSocial'
/** A window whose last message is still on its way looks closed; so does one that its page cut off from us. Milliseconds. */
const closedTimeout = 2_000
/** Nobody can guess it: a page that opened a window of this name before would hold a handle to ours, and could send it somewhere else. */
const windowName = `latchkey-social-${newId()}`

/** What one dialog keeps here. */
type Own = {
  popup: Window | null
  control: AbortController | undefined
  pending: SecureUser | undefined
  unsubscribe: (() => void) | undefined
}

const kept = perDialog((): Own => ({ popup: null, control: undefined, pending: undefined, unsubscribe: undefined }))

const setPhase = (dialog: Dialog, phase: SocialPhase, error: unknown = null) =>
  socialStore(dialog).setState({ phase, error: error === null ? null : toWireError(error) })

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
  invalid: 'invalid',
}

/** In the click itself: a window that is opened later is blocked. It waits on a blank page of the secure origin. */
function openWindow(dialog: Dialog): Window | null {
  const { boot } = settingsStore(dialog).getState()
  const width = limits.socialPopupWidth
  const height = limits.socialPopupHeight
  const left = Math.max(0, Math.round(screen.availWidth / 2 - width / 2))
  const top = Math.max(0, Math.round(screen.availHeight / 2 - height / 2))
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  return window.open(`${boot?.secure}/oauth/start`, windowName, features)
}

/** What the window's last page says; undefined when the window went without a word. */
function result(dialog: Dialog, window_: Window, secure: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    let closedAt: number | undefined
    const end = (uri?: string) => {
      clearInterval(poll)
      stopHearing()
      signal.removeEventListener('abort', abort)
      forget()
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
      closedAt ??= dialog.now()
      if (dialog.now() - closedAt >= closedTimeout) end()
    }, limits.socialPopupPoll)
    const stopHearing = listen(dialog, window, 'message', (event) => hear(event as MessageEvent))
    const forget = onDestroy(dialog, abort)
    signal.addEventListener('abort', abort)
  })
}

/**
 * Has the frame finish the login.
 *
 * @param uri what the window's last page said; without it the frame waits for the server's word
 * @param timeout in milliseconds; null waits for the user
 */
async function finish(
  dialog: Dialog,
  uri: string | undefined,
  signal: AbortSignal,
  timeout: number | null = limits.loginTimeout,
): Promise<void> {
  const own = kept(dialog)
  const params = { id: newId(), ...(uri ? { uri } : {}), ...preferredType(dialog) }
  const user = await embedded(dialog).frame.call('connectSocial', params, { timeout, signal })
  if (signal.aborted) return
  own.popup?.close()
  if (user.before) {
    own.pending = user
    socialStore(dialog).setState({ phase: 'another', names: { now: wholeLabel(user), before: wholeLabel(user.before) } })
  } else accept(dialog, user)
}

/**
 * In a browser inside of an app, which has no windows, the page itself goes to the provider once the user says so.
 *
 * @returns false where the secure frame would not know the login any more when the page is back
 */
async function leave(dialog: Dialog, provider: SocialProvider, signal: AbortSignal): Promise<boolean> {
  const left = await embedded(dialog).frame.call('leaveForSocial', { id: newId(), provider }, { timeout: limits.loginTimeout, signal })
  if (left && !signal.aborted) socialStore(dialog).setState({ phase: 'leaving', flow: left.flow, number: left.number })
  return !!left
}

/** Without a window that can be heard, the user follows a link, and picks a number there. */
async function login(dialog: Dialog, provider: SocialProvider, window_: Window | null, signal: AbortSignal): Promise<void> {
  if (opensNoWindows(dialog) && (await leave(dialog, provider, signal))) return
  const { boot } = settingsStore(dialog).getState()
  const { frame } = embedded(dialog)
  const { uri } = await frame.call('getSocialRedirectUri', { id: newId(), provider }, { timeout: limits.loginTimeout, signal })
  if (signal.aborted) return
  let resultUri: string | undefined
  if (window_) {
    window_.location.href = uri
    setPhase(dialog, 'waiting')
    resultUri = await result(dialog, window_, new URL(boot?.secure ?? '').origin, signal)
    if (signal.aborted) return
    // A window that its own pages cut off from us looks closed while somebody is still there: the server is asked for as long as this view is.
    if (!resultUri) setPhase(dialog, 'closed', new Error(errors.popupClosed))
  } else socialStore(dialog).setState({ phase: opensNoWindows(dialog) ? 'outside' : 'blocked', link: uri })
  if (!resultUri) {
    const { number } = await frame.call('waitSocial', { id: newId() }, { timeout: null, signal })
    if (signal.aborted) return
    socialStore(dialog).setState({ phase: 'confirming', number, error: null })
  } else setPhase(dialog, 'finishing')
  await finish(dialog, resultUri, signal, resultUri ? undefined : null)
}

function accept(dialog: Dialog, user: SecureUser): void {
  const connection = acceptLogin(dialog, user)
  setPhase(dialog, 'connected')
  leaveLogin(dialog, connection, () => isShown(dialog))
}

/** Runs a login until it ends or the next one begins, and says what stopped it. */
function run(dialog: Dialog, work: (signal: AbortSignal) => Promise<void>): void {
  const own = kept(dialog)
  own.control?.abort()
  const mine = new AbortController()
  own.control = mine
  work(mine.signal).catch((error: unknown) => {
    if (mine.signal.aborted) return
    own.popup?.close()
    const { cause } = loginFailure(error)
    const phase = phases[cause] ?? 'failed'
    setPhase(dialog, phase, phase === 'closed' ? new Error(errors.popupClosed) : error)
  })
}

function start(dialog: Dialog, provider: SocialProvider): void {
  const blockedBefore = socialStore(dialog).getState().phase === 'blocked'
  const windowless = opensNoWindows(dialog)
  const opened = windowless ? null : openWindow(dialog)
  kept(dialog).popup = opened
  socialStore(dialog).setState({ ...initialSocial, provider, phase: windowless ? 'starting' : opened ? 'opening' : 'blocked' }, true)
  // Twice is no accident: the page's own opener policy (COOP) cuts off every window.
  run(dialog, async (signal) => {
    if (opened || windowless || blockedBefore) await login(dialog, provider, opened, signal)
  })
}

/** Shows the view; leaving it ends the login. */
function showView(dialog: Dialog): void {
  const own = kept(dialog)
  emit(dialog, 'socialStarted')
  own.unsubscribe?.()
  const subscriptions = [onLeave(dialog, 'ConnectingSocial', () => cancel(dialog)), onClosed(dialog, () => cancel(dialog))]
  own.unsubscribe = () => {
    for (const each of subscriptions) each()
  }
}

/**
 * A user chose a provider: its window opens within the click, and the view says where to go on.
 */
export function startSocial(dialog: Dialog, provider: SocialProvider): void {
  socialStore(dialog).setState(initialSocial, true)
  start(dialog, provider)
  showView(dialog)
}

/** The last login by a provider is gone: the view offers the same one. @param lost false: the session ran out */
export function offerSocial(dialog: Dialog, provider: SocialProvider, lost: boolean): void {
  socialStore(dialog).setState({ ...initialSocial, provider, phase: lost ? 'lost' : 'ended' }, true)
  showView(dialog)
}

/** The user goes on with what was offered. */
const goOn = (dialog: Dialog, provider: SocialProvider) =>
  withConsent(dialog, () => {
    if (provider === 'farcaster') emit(dialog, 'farcasterChosen')
    else start(dialog, provider)
  })

/** The user has seen the number, and goes. */
export function leaveForSocial(dialog: Dialog): void {
  const { flow } = socialStore(dialog).getState()
  if (flow)
    host(dialog)
      .call('leave', { flow })
      .catch((error: unknown) => setPhase(dialog, 'failed', error))
}

/** The page is back from a provider, or so it says: the secure frame knows what it was left for. */
export function returnSocial(dialog: Dialog): void {
  socialStore(dialog).setState({ ...initialSocial, phase: 'returning' }, true)
  showView(dialog)
  resume(dialog)
}

function resume(dialog: Dialog): void {
  run(dialog, async (signal) => {
    const answer = await embedded(dialog).frame.call('returnSocial', { id: newId() }, { timeout: limits.loginTimeout, signal })
    if (signal.aborted) return
    const { provider, reason } = answer
    if (!provider) return emitOnScreen(dialog, 'loginLost')
    socialStore(dialog).setState({ provider, phase: 'finishing' })
    if (reason) throw new RpcError(codes.invalidInput, errors.socialFailed, { data: { reason } })
    await finish(dialog, undefined, signal)
  })
}

/** Brings the window to the front; opens another one when it is gone. After a return that failed, the secure frame is asked again. */
export function reopenSocial(dialog: Dialog): void {
  const own = kept(dialog)
  const { phase, provider } = socialStore(dialog).getState()
  if (own.popup && !own.popup.closed && phase === 'waiting') own.popup.focus()
  else if (provider && (phase === 'lost' || phase === 'ended')) goOn(dialog, provider)
  else if (provider) start(dialog, provider)
  else {
    setPhase(dialog, 'returning')
    resume(dialog)
  }
}

/** It is really somebody else this time. */
export function acceptAnother(dialog: Dialog): void {
  const own = kept(dialog)
  if (own.pending) accept(dialog, own.pending)
  own.pending = undefined
}

function cancel(dialog: Dialog): void {
  const own = kept(dialog)
  own.unsubscribe?.()
  own.unsubscribe = undefined
  own.control?.abort()
  own.control = undefined
  if (own.pending)
    embedded(dialog)
      .frame.call('signOut', { refused: true }, { timeout: limits.signOutTimeout })
      .catch(() => {})
  own.pending = undefined
  own.popup?.close()
  own.popup = null
}
