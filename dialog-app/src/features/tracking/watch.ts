import {
  eventLimits,
  type NamespaceId,
  type OauthProvider,
  type SocialProvider,
  type TrackedEvent,
  type TrackedProperties,
} from '@latchkey/protocol'
import type { StoreApi } from 'zustand/vanilla'
import { host } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { type ConnectingState, connectingStore } from '../../state/connecting.js'
import { type FarcasterState, farcasterStore } from '../../state/farcaster.js'
import { isOpened } from '../../state/isOpened.js'
import { type LoginState, loginStore } from '../../state/login.js'
import { initialPairing, type PairingState, pairingStore } from '../../state/pairing.js'
import { activeConnection, type SessionState, sessionStore } from '../../state/session.js'
import { requiresSignIn, signInOf } from '../../state/signIns.js'
import { initialSocial, type SocialPhase, type SocialState, socialStore } from '../../state/social.js'
import { type Toast, uiStore } from '../../state/ui.js'
import { connectEnds, type End, farcasterEnds, loginEnds, pairingEnds, socialEnds } from './attempts.js'
import { report, startReports } from './reports.js'

/** An attempt to connect: how, and with what. */
type Attempt = { readonly method: 'browser' | 'mobile' | 'email' | SocialProvider; readonly wallet: string }

/** What one dialog keeps here. */
type Own = {
  attempt: Attempt | undefined
  /** When the last errors were told, in milliseconds since the epoch. */
  errorsAt: readonly number[]
  isOpened: boolean
}

const kept = perDialog((): Own => ({ attempt: undefined, errorsAt: [], isOpened: false }))

/** Whether one more error may be told in this minute. */
function mayTell(dialog: Dialog): boolean {
  const own = kept(dialog)
  const now = dialog.now()
  own.errorsAt = own.errorsAt.filter((at) => now - at < 60_000)
  if (own.errorsAt.length >= eventLimits.errorsPerMinute) return false
  own.errorsAt = [...own.errorsAt, now]
  return true
}

/** The account in use, as far as the page may know of it. */
function addressOf(dialog: Dialog): string | undefined {
  const connection = activeConnection(sessionStore(dialog).getState())
  const address = connection?.accounts[0]?.address
  if (!connection || address === undefined || !requiresSignIn(dialog)) return address
  return signInOf(dialog, connection.networkId, address)?.address
}

/** Tells the page, and the operator's server where that is allowed. */
function tell(
  dialog: Dialog,
  event: TrackedEvent['event'],
  properties: TrackedProperties = {},
  type: TrackedEvent['type'] = 'track',
): void {
  const isWithin = type === 'track' || mayTell(dialog)
  // The page is always told how an attempt ended.
  if (!isWithin && event !== 'CONNECT_ERROR') return
  const address = addressOf(dialog)
  const tracked: TrackedEvent = { type, event, ...(address ? { address } : {}), properties }
  host(dialog)
    .call('emit', { event: 'event', data: tracked })
    .catch(() => {})
  if (isWithin) void report(dialog, tracked)
}

function begin(dialog: Dialog, attempt: Attempt, event: TrackedEvent['event']): void {
  const own = kept(dialog)
  // Asked again while it is under way.
  if (own.attempt?.method === attempt.method && own.attempt.wallet === attempt.wallet) return
  leave(dialog)
  own.attempt = attempt
  tell(dialog, event, attempt)
}

function end(dialog: Dialog, event: 'USER_REJECTED' | 'CONNECT_ERROR', reason: string): void {
  const own = kept(dialog)
  if (!own.attempt) return
  tell(dialog, event, { ...own.attempt, reason }, event === 'CONNECT_ERROR' ? 'error' : 'track')
  own.attempt = undefined
}

/** The wallet of the attempt is connected. */
function succeed(dialog: Dialog, connection: SessionState['connections'][NamespaceId]): void {
  const own = kept(dialog)
  const { attempt } = own
  if (!attempt || !connection) return
  own.attempt = undefined
  tell(dialog, 'CONNECT_SUCCESS', { ...attempt, wallet: connection.wallet.name, network: connection.networkId })
}

/** Another wallet was chosen, or the dialog was closed: the user wanted no more of it. */
const leave = (dialog: Dialog) => end(dialog, 'USER_REJECTED', 'left')

/** One kind of attempt. */
type Flow<State extends { readonly phase: string }> = {
  readonly event: TrackedEvent['event']
  readonly ends: Readonly<Record<State['phase'], End>>
  /** The attempt that began between two states; undefined when none did. */
  readonly begun: (state: State, before: State) => Attempt | undefined
}

/** Follows the phases of one kind of attempt. */
function followPhases<State extends { readonly phase: string }>(dialog: Dialog, store: StoreApi<State>, flow: Flow<State>): () => void {
  return store.subscribe((state, before) => {
    const begun = flow.begun(state, before)
    if (begun) begin(dialog, begun, flow.event)
    const phase: State['phase'] = state.phase
    if (phase === before.phase) return
    const is = flow.ends[phase]
    if (is === 'rejected') end(dialog, 'USER_REJECTED', phase)
    if (is === 'failed') end(dialog, 'CONNECT_ERROR', phase)
    // The session does not change when the wallet was connected before.
    if (is === 'connected') succeed(dialog, activeConnection(sessionStore(dialog).getState()))
  })
}

const connectFlow: Flow<ConnectingState> = {
  event: 'SELECT_WALLET',
  ends: connectEnds,
  begun: ({ phase, wallet }, before) =>
    phase === 'connecting' && wallet && (before.phase !== phase || before.wallet !== wallet)
      ? { method: 'browser', wallet: wallet.name }
      : undefined,
}

const pairingFlow: Flow<PairingState> = {
  event: 'SELECT_WALLET',
  ends: pairingEnds,
  begun: ({ phase, wallet }, before) =>
    phase === 'preparing' && (before.phase !== phase || before.wallet !== wallet || before === initialPairing)
      ? { method: 'mobile', wallet: wallet?.name ?? '' }
      : undefined,
}

const emailFlow: Flow<LoginState> = {
  event: 'EMAIL_SUBMITTED',
  ends: loginEnds,
  begun: ({ phase }, before) => (phase === 'sending' && before.phase !== phase ? { method: 'email', wallet: '' } : undefined),
}

const socialBegins: readonly SocialPhase[] = ['opening', 'starting']
const socialFlow: Flow<SocialState> = {
  event: 'SOCIAL_LOGIN_STARTED',
  ends: socialEnds,
  // At its end the store is reset to its first state. After a return from a provider, the frame tells which one it was.
  begun: (state, before) =>
    state !== initialSocial &&
    state.provider &&
    ((socialBegins.includes(state.phase) && (before.phase !== state.phase || before === initialSocial)) ||
      (before.phase === 'returning' && state.phase !== before.phase))
      ? { method: state.provider, wallet: '' }
      : undefined,
}

const farcasterFlow: Flow<FarcasterState> = {
  event: 'SOCIAL_LOGIN_STARTED',
  ends: farcasterEnds,
  // The store is in the same state before the first code and after the end.
  begun: ({ phase }, before) => (before.phase === 'preparing' && phase !== before.phase ? { method: 'farcaster', wallet: '' } : undefined),
}

/** How each way to connect is followed. A way or a phase that is missing here does not compile. */
const ways: Readonly<
  Record<'browser' | 'mobile' | 'email' | 'oauth' | Exclude<SocialProvider, OauthProvider>, (dialog: Dialog) => () => void>
> = {
  browser: (dialog) => followPhases(dialog, connectingStore(dialog), connectFlow),
  mobile: (dialog) => followPhases(dialog, pairingStore(dialog), pairingFlow),
  email: (dialog) => followPhases(dialog, loginStore(dialog), emailFlow),
  oauth: (dialog) => followPhases(dialog, socialStore(dialog), socialFlow),
  farcaster: (dialog) => followPhases(dialog, farcasterStore(dialog), farcasterFlow),
}

/** What changed between two states of the session. */
function followSession(dialog: Dialog, state: SessionState, before: SessionState): void {
  const own = kept(dialog)
  const names = new Set([...Object.keys(state.connections), ...Object.keys(before.connections)]) as Set<NamespaceId>
  for (const namespace of names) {
    const is = state.connections[namespace]
    const was = before.connections[namespace]
    if (is && is.wallet.id !== was?.wallet.id && own.attempt) succeed(dialog, is)
    else if (is && was && is.networkId !== was.networkId) tell(dialog, 'SWITCH_NETWORK', { network: is.networkId })
    else if (was && !is) tell(dialog, 'DISCONNECT_SUCCESS', { namespace })
  }
}

const wordsOf = ({ message }: Toast) => (typeof message === 'string' ? message : message.id)

function tellOpen(dialog: Dialog): void {
  const [own, open] = [kept(dialog), isOpened(dialog)]
  if (open === own.isOpened) return
  own.isOpened = open
  if (!open) leave(dialog)
  tell(dialog, open ? 'MODAL_OPEN' : 'MODAL_CLOSE', { connected: sessionStore(dialog).getState().status === 'connected' })
}

/** Tells page and operator what happens from now on. */
export function startTracking(dialog: Dialog, pageUrl: string): void {
  startReports(dialog, pageUrl)
  // Opened while this was on its way.
  tellOpen(dialog)
  const stops = [
    uiStore(dialog).subscribe((state, before) => {
      tellOpen(dialog)
      if (state.alert && state.alert !== before.alert && state.alert.tone !== 'info')
        tell(dialog, 'ERROR_SHOWN', { message: state.alert.title }, 'error')
      if (state.toast && state.toast !== before.toast && state.toast.variant === 'error')
        tell(dialog, 'ERROR_SHOWN', { message: wordsOf(state.toast) }, 'error')
    }),
    ...Object.values(ways).map((follow) => follow(dialog)),
    sessionStore(dialog).subscribe((state, before) => followSession(dialog, state, before)),
  ]
  onDestroy(dialog, () => {
    for (const stop of stops) stop()
  })
}
