import type { FrameRectangle, Metadata, SecureTheme, SecurityPage } from '@latchkey/protocol'
import { useSyncExternalStore } from 'react'
import type { ApprovalView, Decision } from '../worker/contract.js'

/** What the document draws. */
export type ShellState = {
  readonly theme: SecureTheme
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
  /** One end of a channel goes to the Worker; the other one is the window's. */
  attach(port: MessagePort): void
  /** The window was closed, or the person does not want it. */
  leaveSecurity(): void
}

const dark = () => matchMedia('(prefers-color-scheme: dark)').matches
const systemTheme = (): SecureTheme => ({ themeMode: dark() ? 'dark' : 'light', locale: navigator.language, dir: 'ltr' })

let state: ShellState = { theme: systemTheme(), rectangle: null, approval: null, security: null, failure: null }
const listeners = new Set<() => void>()

export const getState = (): ShellState => state

export function setState(change: Partial<ShellState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useShell = (): ShellState => useSyncExternalStore(subscribe, getState)
