import { createStore } from 'zustand/vanilla'
import type { WindowPhase } from '../bridge/dialogWindow.js'
import { perDialog } from '../lib/dialog.js'

export type ElsewhereState = {
  /**
   * Where the dialog goes on. `late`: here, but the embedded wallet does not load, so a window is offered. `cutOff`: this is such a window, and the
   * frame that opened it is gone. The others are those of the window that was opened from here.
   */
  readonly phase: WindowPhase | 'late' | 'cutOff'
  /** Ends what does not load here, because it goes on elsewhere. */
  readonly stop?: () => void
}

/** The dialog in a window of its own, as far as it concerns this one. */
export const elsewhereStore = perDialog(() => createStore<ElsewhereState>(() => ({ phase: 'idle' })))
