import { type NamespaceId, toWireError } from '@latchkey/protocol'
import { host } from '../../bridge/host.js'
import { storageMode } from '../../lib/storage.js'
import { wait } from '../../lib/wait.js'
import { knownNamespaces } from '../../namespaces/registry.js'
import { askingStore } from '../../state/asking.js'
import { networkIds, networksStore } from '../../state/networks.js'
import { initialPairing, type PairingPhase, pairingStore } from '../../state/pairing.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { uiStore } from '../../state/ui.js'
import { shownView, viewStore } from '../../state/view.js'
import type { PairingCode } from '../../wallets/walletConnect/index.js'
import { cancelAttempts } from '../attempts.js'
import { moveOn, tick } from '../connect.js'
import { connectCause } from '../connectCause.js'
import { withConsent } from '../consent.js'
import { isPairingView } from '../pairingViews.js'
import { acceptPhone } from './acceptPhone.js'
import { phoneWallet } from './phoneWallet.js'

/** Milliseconds without a code after which we say so, and after which we say that it does not work. */
const slowAfter = 6_000
const failAfter = 15_000
/** Milliseconds until the relay is asked again after it could not be reached. */
const retryAfter = 1_000

let running: AbortController | undefined

/** The family that is asked for: the page's wish, else that of its first network. */
function wantedNamespace(): NamespaceId | undefined {
  const first = networksStore.getState().networks[0]?.chainNamespace
  return uiStore.getState().namespace ?? first ?? knownNamespaces()[0]
}

const isShown = () => uiStore.getState().open && isPairingView(shownView())

/** A view with a code is on screen: makes the code and waits for a wallet, until the view is left. */
export function showPairing(): void {
  const { wallet } = pairingStore.getState()
  // A wallet that speaks no WalletConnect is offered in other ways; a waiting request needs no code.
  const basic = shownView() === 'ConnectingWalletConnectBasic'
  if (running || !isShown() || askingStore.getState().count > 0 || (!basic && !wallet?.walletConnect)) return
  pairingStore.setState({ ...initialPairing, wallet: basic ? null : wallet, lasting: storageMode() === 'persistent' }, true)
  withConsent(start, { asked: false })
}

/** "Try again": another code. */
export function retryPairing(): void {
  stopPairing()
  showPairing()
}

/** The view was left: the code is cancelled, unless this browser needs it for the next tap. */
export function stopPairing(): void {
  running?.abort()
  running = undefined
}

viewStore.subscribe(() => isShown() || stopPairing())
uiStore.subscribe(() => isShown() || stopPairing())

function start() {
  const namespace = wantedNamespace()
  if (!namespace) return pairingStore.setState({ phase: 'chainMissing' })
  const control = new AbortController()
  running = control
  cancelAttempts()
  dispatchSession({ type: 'started', namespace, as: 'connecting' })
  const isMine = () => running === control
  const end = (phase: PairingPhase, error: unknown = null) => {
    if (isMine()) pairingStore.setState({ phase, error: error === null ? null : toWireError(error), code: null, slow: false })
  }
  const timers = [
    setTimeout(() => isMine() && pairingStore.setState({ slow: true }), slowAfter),
    // Said, not given up: the code comes when the relay is back.
    setTimeout(() => end('unreachable'), failAfter),
  ]
  const onUri = ({ uri, expiresAt }: PairingCode) => {
    for (const timer of timers) clearTimeout(timer)
    if (isMine()) offer(uri, expiresAt)
  }
  const onHeard = (uri: string) => {
    if (isMine() && pairingStore.getState().code?.uri === uri) pairingStore.setState({ scanned: true })
  }
  const wallet = phoneWallet()
  // A relay that goes away and comes back is no end: the same code works again.
  const offRelay = wallet.relay.subscribe(({ state }) => isMine() && pairingStore.setState({ slow: state === 'lost' }))
  const connect = (): ReturnType<typeof wallet.connect> =>
    wallet.connect({ namespace, networkIds: networkIds(), signal: control.signal, onUri, onHeard }).catch(async (error: unknown) => {
      if (control.signal.aborted || reasonOf(error) !== 'relay_unreachable') throw error
      end('unreachable')
      await wait(retryAfter, control.signal)
      return await connect()
    })
  connect()
    .then(
      () => acceptPhone(namespace),
      // One family was asked for, and the wallet gave others: they count unless the page wants that one alone.
      (error: unknown) => {
        if (control.signal.aborted || reasonOf(error) !== 'namespace_not_granted') throw error
        return uiStore.getState().namespace === null ? acceptPhone(namespace) : wallet.disconnect().then(() => Promise.reject(error))
      },
    )
    .then(
      (connection) => {
        if (!connection) return end('chainMissing')
        end('connected')
        setTimeout(() => isMine() && isShown() && moveOn(connection), tick)
      },
      (error: unknown) => {
        if (!control.signal.aborted) end(phaseOf(error), error)
      },
    )
    .finally(() => {
      for (const timer of timers) clearTimeout(timer)
      offRelay()
      dispatchSession({ type: 'ended', namespace })
    })
}

function offer(uri: string, expiresAt: number) {
  const { code, renewals } = pairingStore.getState()
  // A reused code may be older than this view.
  const offeredAt = Math.min(Date.now(), expiresAt - 1)
  if (code?.uri === uri) return
  pairingStore.setState({
    phase: 'ready',
    slow: false,
    scanned: false,
    code: { uri, expiresAt, offeredAt },
    renewals: code ? renewals + 1 : renewals,
  })
  host()
    .call('emit', { event: 'uri', data: uri })
    .catch(() => {})
}

const reasonOf = (error: unknown) => (error as { data?: { reason?: unknown } } | null)?.data?.reason

/** What a failed pairing means for the person. */
export function phaseOf(error: unknown): PairingPhase {
  const reason = reasonOf(error)
  if (reason === 'pairing_expired' || reason === 'request_expired') return 'expired'
  if (reason === 'relay_unreachable') return 'unreachable'
  if (reason === 'namespace_not_granted') return 'chainMissing'
  const cause = connectCause(error)
  return cause === 'cancelled' || cause === 'chainMissing' || cause === 'refused' ? cause : 'failed'
}
