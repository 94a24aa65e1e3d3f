import { methodPolicy } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { isPhone } from '../../lib/platform.js'
import { type AskingEnd, askingStore, initialAsking } from '../../state/asking.js'
import { isOpened } from '../../state/isOpened.js'
import { onClosed } from '../../state/onClosed.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import type { Wallet } from '../../wallets/wallet.js'
import type { WalletConnect } from '../../wallets/walletConnect/index.js'
import { emit } from '../events/dialogEvents.js'
import { linkToRequest } from './links.js'
import { endOf } from './requestEnd.js'

/** Milliseconds without an answer after which a user is told where to look, and after which that the wallet may be out of reach. */
const timeout = 2_000
const slowAfter = 12_000

type Waiting = { readonly wallet: WalletConnect; readonly control: AbortController; href: string | null; slow: boolean }

/** The oldest is on screen. */
const waiting = perDialog(() => new Set<Waiting>())
/** What one dialog keeps here. */
type Own = {
  /** The opening of the dialog for the requests alone, until it is off the screen again. */
  opening: object | undefined
}

const kept = perDialog((): Own => ({ opening: undefined }))

const first = (dialog: Dialog) => [...waiting(dialog)][0]

/** What is on screen: the oldest request. */
function draw(dialog: Dialog): void {
  const shown = first(dialog)
  const isLost = shown?.wallet.relay.get().state === 'lost'
  askingStore(dialog).setState({
    count: waiting(dialog).size,
    href: shown?.href ?? null,
    error: isLost ? 'lost' : shown?.slow ? 'slow' : null,
  })
}

/**
 * The user gives up the request on screen: it ends with 4001, the others go on. WalletConnect has no way to take a request back, so the
 * user is told that the wallet may still show it. What it answers later is not heard.
 */
export function cancelAsking(dialog: Dialog): void {
  const given = first(dialog)
  if (!given) return
  askingStore(dialog).setState({ over: 'cancelled' })
  given.control.abort()
}

/** The user has read what became of a request: the next one, or the end. */
export function finishAsking(dialog: Dialog): void {
  askingStore(dialog).setState({ over: null })
  if (waiting(dialog).size === 0) leave(dialog)
}

const isShown = (dialog: Dialog) =>
  kept(dialog).opening !== undefined && uiStore(dialog).getState().open && currentView(dialog) === 'ConnectingWalletConnect'

function leave(dialog: Dialog): void {
  const mine = isShown(dialog)
  kept(dialog).opening = undefined
  if (mine) emit(dialog, 'requestOver')
  askingStore(dialog).setState(initialAsking, true)
}

function show(dialog: Dialog): void {
  // An opening that is just closing gives up what it showed: only after that it is another one's turn.
  if (isOpened(dialog) || kept(dialog).opening || waiting(dialog).size === 0) return
  emit(dialog, 'requestWaiting')
  adoptOpening(dialog)
}

/** The opening on screen is about the requests from now on, whoever asked for it: the page's own ends with them, too. */
export function adoptOpening(dialog: Dialog): void {
  const own = kept(dialog)
  if (own.opening || waiting(dialog).size === 0) return
  const mine = {}
  own.opening = mine
  // Whatever closes the dialog before the answer gives up the request on screen. Another one that waits is shown in its turn.
  onClosed(dialog, () => {
    if (own.opening !== mine) return
    own.opening = undefined
    if (askingStore(dialog).getState().over === null) first(dialog)?.control.abort()
    askingStore(dialog).setState({ over: null })
    after(dialog, 0, () => show(dialog))
  })
}

function settle(dialog: Dialog, entry: Waiting, end: AskingEnd | undefined): void {
  const wasShown = first(dialog) === entry && isShown(dialog)
  if (!waiting(dialog).delete(entry)) return
  if (end && wasShown) askingStore(dialog).setState({ over: end })
  draw(dialog)
  if (waiting(dialog).size === 0 && askingStore(dialog).getState().over === null) leave(dialog)
}

/**
 * A page's request for the wallet on another device. When it is not answered at once, the dialog says where to go on: at once on a phone
 * where a link can bring the wallet to the front, else after 2 s.
 *
 * @param info the wallet, as the user is told of it
 * @throws RpcError 4001 when the user gives up or the page aborts; else the wallet's own
 */
export async function requestMobile(
  dialog: Dialog,
  wallet: WalletConnect,
  { name, icon }: Wallet['info'],
  call: Wallet.RequestParameters,
): Promise<unknown> {
  const entry: Waiting = { wallet, control: new AbortController(), href: null, slow: false }
  const { control } = entry
  const stop = () => control.abort()
  call.signal?.addEventListener('abort', stop, { once: true })
  if (call.signal?.aborted) stop()
  // What the session answers by itself, at once, is nobody's business.
  const enter = () => {
    if (waiting(dialog).has(entry)) return
    waiting(dialog).add(entry)
    askingStore(dialog).setState({ wallet: { name, icon } })
    draw(dialog)
  }
  const timers = [
    after(dialog, 50, enter),
    after(dialog, timeout, () => show(dialog)),
    after(dialog, slowAfter, () => {
      entry.slow = true
      draw(dialog)
    }),
  ]
  const offRelay = wallet.relay.subscribe(() => draw(dialog))
  const onSent = (id: number) => {
    if (control.signal.aborted) return
    enter()
    entry.href = linkToRequest(dialog, wallet.topic() ?? '', id, wallet.peer()?.redirect) ?? null
    draw(dialog)
    if (entry.href && isPhone() && methodPolicy(call.namespace, call.method) === 'sign') show(dialog)
  }
  let end: AskingEnd | undefined
  try {
    return await wallet.request({ ...call, signal: control.signal, onSent })
  } catch (error) {
    end = control.signal.aborted ? undefined : endOf(error)
    throw error
  } finally {
    for (const cancel of timers) cancel()
    offRelay()
    call.signal?.removeEventListener('abort', stop)
    settle(dialog, entry, end)
  }
}
