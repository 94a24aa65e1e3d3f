import { createStore } from 'zustand/vanilla'
import type { WindowPhase } from '../bridge/dialogWindow.js'
import { perDialog } from '../lib/dialog.js'

export type ElsewhereState = {
  /**
   * Where the dialog continues. `late`: here, but the embedded wallet does not load, so a window is offered. `cutOff`: this is such a window, and the
   * frame that opened it is gone. The others are those of the window that was opened from here.
   */
  readonly phase: WindowPhase | 'late' | 'cutOff'
  /** Stops loading the embedded wallet here, because the dialog continues in a window. */
  readonly stop?: () => void
}

/** State of the window in which the dialog continues. */
export const elsewhereStore = perDialog(() => createStore<ElsewhereState>(() => ({ phase: 'idle' })))
