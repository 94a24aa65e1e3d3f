import { type NamespaceId, reasonOf, toWireError } from '@latchkey/protocol'
import { host } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { loadLaterMessages } from '../../lib/i18n.js'
import { after } from '../../lib/lifetime.js'
import { storageMode } from '../../lib/storage.js'
import { wait } from '../../lib/wait.js'
import { fallbackNamespace } from '../../namespaces/registry.js'
import { askingStore } from '../../state/asking.js'
import { networkIds, networksStore } from '../../state/networks.js'
import { initialPairing, type PairingPhase, type PairingState, pairingStore } from '../../state/pairing.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { uiStore } from '../../state/ui.js'
import { currentView, isPairingView, viewStore } from '../../state/view.js'
import type { PairingCode } from '../../wallets/walletConnect/index.js'
import { connectCause } from '../connect/connectCause.js'
import { withConsent } from '../connect/consent.js'
import { cancelPendingConnects } from '../connect/pendingConnects.js'
import { emit } from '../events/dialogEvents.js'
import { acceptMobile } from './acceptMobile.js'
import { mobileWallet } from './mobileWallet.js'

/** Milliseconds without a code after which we say so, and after which we say that it does not work. */
const slowAfter = 6_000
const failAfter = 15_000
/** Milliseconds until the relay is asked again after it could not be reached. */
const retryAfter = 1_000

/** What is said when our own relay refuses us. */
const refusals: Readonly<Record<string, NonNullable<PairingState['refusal']>>> = {
  clock_wrong: ['pair.clockTitle', 'pair.clockBody'],
  project_refused: ['pair.siteTitle', 'pair.projectBody'],
  origin_refused: ['pair.siteTitle', 'pair.originBody'],
}

/** What one dialog keeps here. */
type Own = {
  running: AbortController | undefined
}

const kept = perDialog((): Own => ({ running: undefined }))

/** The family that is asked for: the page's wish, else that of its first network. */
function wantedNamespace(dialog: Dialog): NamespaceId | undefined {
  const first = networksStore(dialog).getState().networks[0]?.chainNamespace
  return uiStore(dialog).getState().namespace ?? first ?? fallbackNamespace(dialog)
}

const isShown = (dialog: Dialog) => uiStore(dialog).getState().open && isPairingView(currentView(dialog))

/** A view with a code is on screen: makes the code and waits for a wallet, until the view is left. */
export function showPairing(dialog: Dialog): void {
  watch(dialog)
  const { wallet } = pairingStore(dialog).getState()
  // A wallet that speaks no WalletConnect is offered in other ways; a waiting request needs no code.
  const basic = currentView(dialog) === 'ConnectingWalletConnectBasic'
  if (kept(dialog).running || !isShown(dialog) || askingStore(dialog).getState().count > 0 || (!basic && !wallet?.walletConnect)) return
  pairingStore(dialog).setState({ ...initialPairing, wallet: basic ? null : wallet, lasting: storageMode(dialog) === 'persistent' }, true)
  withConsent(dialog, () => start(dialog), { asked: false })
}

/** "Try again": another code. */
export function retryPairing(dialog: Dialog): void {
  stopPairing(dialog)
  showPairing(dialog)
}

/** The view was left: the code is cancelled, unless this browser needs it for the next tap. */
export function stopPairing(dialog: Dialog): void {
  const own = kept(dialog)
  own.running?.abort()
  own.running = undefined
}

/** A code ends with its view. */
const watch = perDialog((dialog) => {
  viewStore(dialog).subscribe(() => void (isShown(dialog) || stopPairing(dialog)))
  uiStore(dialog).subscribe(() => void (isShown(dialog) || stopPairing(dialog)))
})

function start(dialog: Dialog) {
  const own = kept(dialog)
  const namespace = wantedNamespace(dialog)
  if (!namespace) return pairingStore(dialog).setState({ phase: 'chainMissing' })
  const control = new AbortController()
  own.running = control
  cancelPendingConnects(dialog)
  dispatchSession(dialog, { type: 'started', namespace, as: 'connecting' })
  const over = () => dispatchSession(dialog, { type: 'ended', namespace })
  // At once: later it would end what has taken its place.
  control.signal.addEventListener('abort', over)
  const isMine = () => own.running === control
  const end = (phase: PairingPhase, error: unknown = null) => {
    if (isMine()) pairingStore(dialog).setState({ phase, error: error === null ? null : toWireError(error), code: null, slow: false })
  }
  const timers = [
    after(dialog, slowAfter, () => isMine() && pairingStore(dialog).setState({ slow: true })),
    // Said, not given up: the code comes when the relay is back.
    after(dialog, failAfter, () => end('unreachable')),
  ]
  const onUri = ({ uri, expiresAt }: PairingCode) => {
    for (const cancel of timers) cancel()
    if (isMine()) offer(dialog, uri, expiresAt)
  }
  const onHeard = (uri: string) => {
    if (isMine() && pairingStore(dialog).getState().code?.uri === uri) pairingStore(dialog).setState({ scanned: true })
  }
  const wallet = mobileWallet(dialog)
  // A relay that goes away and comes back is no end: the same code works again.
  const offRelay = wallet.relay.subscribe(({ state }) => isMine() && pairingStore(dialog).setState({ slow: state === 'lost' }))
  const connect = (): ReturnType<typeof wallet.connect> =>
    wallet.connect({ namespace, networkIds: networkIds(dialog), signal: control.signal, onUri, onHeard }).catch(async (error: unknown) => {
      if (control.signal.aborted || reasonOf(error) !== 'relay_unreachable') throw error
      end('unreachable')
      await wait(retryAfter, control.signal)
      return await connect()
    })
  connect()
    .then(
      async (connection) => {
        if (connection.signed) await (await import('../siwx/oneStep.js')).acceptSigned(dialog, wallet, connection, control.signal)
        if (!control.signal.aborted) return acceptMobile(dialog, namespace)
        await wallet.disconnect()
        throw control.signal.reason
      },
      // One family was asked for, and the wallet gave others: they count unless the page wants that one alone.
      (error: unknown) => {
        if (control.signal.aborted || reasonOf(error) !== 'namespace_not_granted') throw error
        return uiStore(dialog).getState().namespace === null
          ? acceptMobile(dialog, namespace)
          : wallet.disconnect().then(() => Promise.reject(error))
      },
    )
    .then(
      (connection) => {
        if (!connection) return end('chainMissing')
        end('connected')
        emit(dialog, 'connected', { networkId: connection.networkId, isShown: () => isMine() && isShown(dialog) })
      },
      (error: unknown) => {
        if (control.signal.aborted) return
        const refusal = refusals[String(reasonOf(error))]
        if (!refusal) return end(phaseOf(error), error)
        // The words come when they are needed; where they do not come, the server is not there either.
        return loadLaterMessages(dialog).then(
          () => {
            if (isMine()) pairingStore(dialog).setState({ refusal })
            end('refused', error)
          },
          () => end('unreachable', error),
        )
      },
    )
    .finally(() => {
      for (const cancel of timers) cancel()
      offRelay()
      if (!control.signal.aborted) over()
    })
}

function offer(dialog: Dialog, uri: string, expiresAt: number) {
  const { code, renewals } = pairingStore(dialog).getState()
  // A reused code may be older than this view.
  const offeredAt = Math.min(dialog.now(), expiresAt - 1)
  if (code?.uri === uri) return
  pairingStore(dialog).setState({
    phase: 'ready',
    slow: false,
    scanned: false,
    code: { uri, expiresAt, offeredAt },
    renewals: code ? renewals + 1 : renewals,
  })
  host(dialog)
    .call('emit', { event: 'uri', data: uri })
    .catch(() => {})
}

/** What a failed pairing means for the user. */
export function phaseOf(error: unknown): PairingPhase {
  const reason = reasonOf(error)
  if (reason === 'pairing_expired' || reason === 'request_expired') return 'expired'
  if (reason === 'relay_unreachable') return 'unreachable'
  if (reason === 'namespace_not_granted') return 'chainMissing'
  const cause = connectCause(error)
  return cause === 'cancelled' || cause === 'chainMissing' || cause === 'refused' ? cause : 'failed'
}
