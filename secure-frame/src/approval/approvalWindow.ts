import { newId, type SecureTheme } from '@latchkey/protocol'
import { type Bridge, createBridge, portMessenger } from '@latchkey/protocol/bridge'
import { createOwnWindow } from '../shell/ownWindow.js'
import type { ApprovalActions, SecurityActions } from '../shell/store.js'
import type { ApprovalView, Decision } from '../worker/contract.js'

/** What the wallet's window may ask of the frame that opened it. */
export type FrameApi = {
  decide(params: Decision): void
  setLimit(params: { readonly requestId: string; readonly amount: string }): void
  /** Gives the Worker one end of a channel over which the user shows that it is them. */
  openWallet(params: { readonly port: MessagePort }): void
}
/** What the frame tells the window. Without an approval it closes. */
export type WindowApi = { show(params: { readonly approval: ApprovalView | null; readonly theme: SecureTheme }): void }

const features = 'popup,width=400,height=720'
/** Nobody can guess it: a page that opened a window of this name before would hold a handle to ours, and could send it somewhere else. */
const windowName = `latchkey-approve-${newId()}`

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
export function openApprovalWindow(actions: ApprovalActions & Pick<SecurityActions, 'attach'>, theme: () => SecureTheme): ApprovalWindow {
  let shown: ApprovalView | null = null
  let page: Bridge<WindowApi> | undefined
  // A window that the user closed needs nothing.
  const tell = () => void page?.call('show', { approval: shown, theme: theme() }).catch(() => undefined)
  const own = createOwnWindow('/approve', windowName, features, (port) => {
    page?.destroy()
    page = createBridge<FrameApi, WindowApi>({
      messenger: portMessenger(port),
      methods: {
        decide: (decision) => void actions.decide(decision),
        setLimit: ({ requestId, amount }) => void actions.setLimit(requestId, amount),
        openWallet: ({ port: wallet }) => actions.attach(wallet),
      },
    })
    tell()
  })
  return {
    open(approval) {
      shown = approval
      return own.open()
    },
    show(approval) {
      shown = approval
      tell()
    },
    close() {
      shown = null
      tell()
      page?.destroy()
      own.close()
    },
  }
}
