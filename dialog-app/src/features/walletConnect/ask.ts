import { methodPolicy } from '@latchkey/protocol'
import { isPhone } from '../../lib/platform.js'
import { type AskingEnd, askingStore, initialAsking } from '../../state/asking.js'
import { uiStore } from '../../state/ui.js'
import { shownView } from '../../state/view.js'
import type { Wallet } from '../../wallets/wallet.js'
import type { WalletConnect } from '../../wallets/walletConnect/index.js'
import { closeDialog, onClosed } from '../close.js'
import { showDialog } from '../show.js'
import { linkToRequest } from './links.js'
import { endOf } from './requestEnd.js'

/** Milliseconds without an answer after which a person is told where to look, and after which that the wallet may be out of reach. */
const patience = 2_000
const slowAfter = 12_000

type Waiting = { readonly wallet: WalletConnect; readonly control: AbortController; href: string | null; slow: boolean }

/** The oldest is on screen. */
const waiting = new Set<Waiting>()
/** The opening of the dialog for the requests alone, until it is off the screen again. */
let opening: object | undefined

const first = () => [...waiting][0]

/** What is on screen: the oldest request. */
function draw(): void {
  const shown = first()
  const isLost = shown?.wallet.relay.get().state === 'lost'
  askingStore.setState({ count: waiting.size, href: shown?.href ?? null, trouble: isLost ? 'lost' : shown?.slow ? 'slow' : null })
}

/**
 * The person gives up the request on screen: it ends with 4001, the others go on. WalletConnect has no way to take a request back, so the
 * person is told that the wallet may still show it. What it answers later is not heard.
 */
export function cancelAsking(): void {
  const given = first()
  if (!given) return
  askingStore.setState({ over: 'cancelled' })
  given.control.abort()
}

/** The person has read what became of a request: the next one, or the end. */
export function finishAsking(): void {
  askingStore.setState({ over: null })
  if (waiting.size === 0) leave()
}

const isShown = () => opening !== undefined && uiStore.getState().open && shownView() === 'ConnectingWalletConnect'

function leave(): void {
  const mine = isShown()
  opening = undefined
  if (mine) closeDialog({ force: true })
  askingStore.setState(initialAsking, true)
}

function show(): void {
  // An opening that is just closing gives up what it showed: only after that it is another one's turn.
  if (uiStore.getState().open || opening || waiting.size === 0) return
  showDialog('ConnectingWalletConnect')
  adoptOpening()
}

/** The opening on screen is about the requests from now on, whoever asked for it: the page's own ends with them, too. */
export function adoptOpening(): void {
  if (opening || waiting.size === 0) return
  const mine = {}
  opening = mine
  // Whatever closes the dialog before the answer gives up the request on screen. Another one that waits is shown in its turn.
  onClosed(() => {
    if (opening !== mine) return
    opening = undefined
    if (askingStore.getState().over === null) first()?.control.abort()
    askingStore.setState({ over: null })
    setTimeout(show)
  })
}

function settle(entry: Waiting, end: AskingEnd | undefined): void {
  const wasShown = first() === entry && isShown()
  if (!waiting.delete(entry)) return
  if (end && wasShown) askingStore.setState({ over: end })
  draw()
  if (waiting.size === 0 && askingStore.getState().over === null) leave()
}

/**
 * A page's request for the wallet on another device. When it is not answered at once, the dialog says where to go on: at once on a phone
 * where a link can bring the wallet to the front, else after 2 s.
 *
 * @param info the wallet, as the user is told of it
 * @throws RpcError 4001 when the person gives up or the page aborts; else the wallet's own
 */
export async function askPhone(wallet: WalletConnect, { name, icon }: Wallet['info'], call: Wallet.RequestParameters): Promise<unknown> {
  const entry: Waiting = { wallet, control: new AbortController(), href: null, slow: false }
  const { control } = entry
  const stop = () => control.abort()
  call.signal?.addEventListener('abort', stop, { once: true })
  if (call.signal?.aborted) stop()
  // What the session answers by itself, at once, is nobody's business.
  const enter = () => {
    if (waiting.has(entry)) return
    waiting.add(entry)
    askingStore.setState({ wallet: { name, icon } })
    draw()
  }
  const timers = [
    setTimeout(enter, 50),
    setTimeout(show, patience),
    setTimeout(() => {
      entry.slow = true
      draw()
    }, slowAfter),
  ]
  const offRelay = wallet.relay.subscribe(draw)
  const onSent = (id: number) => {
    if (control.signal.aborted) return
    enter()
    entry.href = linkToRequest(wallet.topic() ?? '', id, wallet.peer()?.redirect) ?? null
    draw()
    if (entry.href && isPhone() && methodPolicy(call.namespace, call.method) === 'sign') show()
  }
  let end: AskingEnd | undefined
  try {
    return await wallet.request({ ...call, signal: control.signal, onSent })
  } catch (error) {
    end = control.signal.aborted ? undefined : endOf(error)
    throw error
  } finally {
    for (const timer of timers) clearTimeout(timer)
    offRelay()
    call.signal?.removeEventListener('abort', stop)
    settle(entry, end)
  }
}
