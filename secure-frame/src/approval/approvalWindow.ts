import type { SecureTheme } from '@latchkey/protocol'
import type { ApprovalActions } from '../shell/store.js'
import type { ApprovalView, Decision } from '../worker/contract.js'

/** What the frame tells the wallet's window. */
export type ToWindow = { readonly type: 'latchkey:approval'; readonly approval: ApprovalView | null; readonly theme: SecureTheme }
/** What the wallet's window tells the frame. Both are the same origin; nobody else is heard. */
export type FromWindow =
  | { readonly type: 'latchkey:approve-ready' }
  | { readonly type: 'latchkey:decide'; readonly decision: Decision }
  | { readonly type: 'latchkey:limit'; readonly requestId: string; readonly amount: string }

const features = 'popup,width=400,height=720'
/** Nobody can guess it: a page that opened a window of this name before would hold a handle to ours, and could send it somewhere else. */
const windowName = `latchkey-approve-${crypto.randomUUID()}`

export type ApprovalWindow = {
  /** Has to be called by a click. False: the browser blocked it. */
  open(approval: ApprovalView): boolean
  show(approval: ApprovalView): void
  close(): void
}

/**
 * The wallet's own window: a document of this origin with an address bar, where no page can draw. It shows the request and hands back the answer;
 * keys stay in the frame's Worker.
 */
export function openApprovalWindow(actions: ApprovalActions, theme: () => SecureTheme): ApprovalWindow {
  let popup: Window | null = null
  let shown: ApprovalView | null = null
  const send = () => {
    popup?.postMessage({ type: 'latchkey:approval', approval: shown, theme: theme() } satisfies ToWindow, location.origin)
  }

  const heard = ({ source, origin, data }: MessageEvent<FromWindow>) => {
    if (origin !== location.origin || source === null || source !== popup) return
    if (data.type === 'latchkey:approve-ready') send()
    else if (data.type === 'latchkey:decide') void actions.decide(data.decision)
    else if (data.type === 'latchkey:limit') void actions.setLimit(data.requestId, data.amount)
  }
  addEventListener('message', heard)

  return {
    open(approval) {
      shown = approval
      if (popup && !popup.closed) popup.focus()
      else popup = window.open('/approve', windowName, features)
      return popup !== null
    },
    show(approval) {
      shown = approval
      send()
    },
    close() {
      shown = null
      send()
      removeEventListener('message', heard)
      popup?.close()
      popup = null
    },
  }
}
