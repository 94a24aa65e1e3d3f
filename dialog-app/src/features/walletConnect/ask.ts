import type { MethodPolicy } from '@latchkey/protocol'
import { isPhone } from '../../lib/platform.js'
import { askingStore, initialAsking } from '../../state/asking.js'
import { uiStore } from '../../state/ui.js'
import { shownView } from '../../state/view.js'
import type { Wallet } from '../../wallets/wallet.js'
import { closeDialog, onClosed } from '../close.js'
import { showDialog } from '../show.js'
import { linkToRequest } from './links.js'
import { describedWallet, phoneWallet } from './phoneWallet.js'

/** Milliseconds without an answer after which a person is told where to look. */
const patience = 2_000

const pending = new Set<AbortController>()
/** Whether the dialog is on screen for the requests alone. */
let ours = false

/** The person gives up: every waiting request ends with 4001. What the wallet answers later is not heard. */
export function cancelAsking(): void {
  for (const control of [...pending]) control.abort()
}

function show() {
  if (uiStore.getState().open) return
  showDialog('ConnectingWalletConnect')
  ours = true
  // Whatever closes the dialog before the answer gives up.
  onClosed(() => {
    if (ours) cancelAsking()
    ours = false
  })
}

function settle(control: AbortController) {
  pending.delete(control)
  if (pending.size > 0) return askingStore.setState({ count: pending.size })
  const mine = ours && shownView() === 'ConnectingWalletConnect'
  ours = false
  if (mine) closeDialog({ force: true })
  askingStore.setState(initialAsking, true)
}

/**
 * A page's request for the wallet on another device. When it is not answered at once, the dialog says where to go on: at once on a phone
 * where a link can bring the wallet to the front, else after 2 s.
 *
 * @throws RpcError 4001 when the person gives up or the page aborts; else the wallet's own
 */
export async function askPhone(call: Wallet.RequestParameters, policy: MethodPolicy): Promise<unknown> {
  const wallet = phoneWallet()
  const control = new AbortController()
  const stop = () => control.abort()
  call.signal?.addEventListener('abort', stop, { once: true })
  if (call.signal?.aborted) stop()
  const { name, icon } = describedWallet().info
  let timer: ReturnType<typeof setTimeout> | undefined
  const onSent = (id: number) => {
    const href = linkToRequest(wallet.topic() ?? '', id, wallet.peer()?.redirect) ?? null
    pending.add(control)
    askingStore.setState({ count: pending.size, wallet: { name, icon }, href })
    if (href && isPhone() && policy === 'sign') show()
    else timer = setTimeout(show, patience)
  }
  try {
    return await wallet.request({ ...call, signal: control.signal, onSent })
  } finally {
    clearTimeout(timer)
    call.signal?.removeEventListener('abort', stop)
    settle(control)
  }
}
