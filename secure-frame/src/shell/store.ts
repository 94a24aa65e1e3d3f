import type { FrameRectangle, Metadata, SecureTheme, SecurityPage } from '@latchkey/protocol'
import type { SecurityWindow } from '../security/securityWindow.js'
import type { ApprovalView, Decision } from '../worker/contract.js'

/** What the document draws. */
export type ShellState = {
  readonly theme: SecureTheme
  /** The theme that was chosen last, whose words may still be on their way. */
  readonly wanted?: SecureTheme
  readonly metadata?: Metadata
  readonly rectangle: FrameRectangle | null
  readonly approval: ApprovalView | null
  /** The card that leads to the window for keys and custody. An approval goes before it. */
  readonly security: { readonly requestId: string; readonly page: SecurityPage } | null
  /** There is no dialog around this document: what the error says. */
  readonly failure: string | null
}

/** What the approval can do. In the frame it goes to the Worker, in the wallet's window to the frame that opened it. */
export type ApprovalActions = {
  decide(decision: Decision): Promise<boolean>
  setLimit(requestId: string, amount: string): Promise<void>
  /** The content's height, in CSS pixels. */
  resized(px: number): void
}

/** What the framed document can do besides: lead to the window for keys and custody. */
export type SecurityActions = {
  /** The window itself. */
  readonly securityWindow: SecurityWindow
  /** Gives a channel to the Worker what that window may ask. */
  attach(port: MessagePort): void
  /** It was closed, or the user does not want it. */
  leaveSecurity(): void
}

const dark = () => matchMedia('(prefers-color-scheme: dark)').matches
const systemTheme = (): SecureTheme => ({ themeMode: dark() ? 'dark' : 'light', locale: navigator.language, dir: 'ltr' })

/** What one document draws, and who hears of changes. */
export type Shell = {
  getState(): ShellState
  setState(change: Partial<ShellState>): void
  /** @returns unsubscribe */
  subscribe(listener: () => void): () => void
}

export function createShell(): Shell {
  let state: ShellState = { theme: systemTheme(), rectangle: null, approval: null, security: null, failure: null }
  const listeners = new Set<() => void>()
  return {
    getState: () => state,
    setState(change) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
