import type { ViewName } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'

export type ViewEntry = { readonly name: ViewName; readonly data?: unknown }

export type ViewState = {
  /** Never empty; the last entry is on screen. */
  readonly history: readonly ViewEntry[]
  /** How the last entry came to be on screen: it decides the direction of the motion. */
  readonly direction: 'forward' | 'back' | 'replace'
}

export const initialView: ViewState = { history: [{ name: 'Connect' }], direction: 'replace' }

export const viewStore = createStore<ViewState>(() => initialView)
