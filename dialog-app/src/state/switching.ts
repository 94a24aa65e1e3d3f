import type { Network, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** Where a network switch stands. */
export type SwitchPhase =
  /** The page asked (forced confirmation or embedded wallet): nothing happens before "Switch". */
  | 'confirm'
  | 'waiting'
  /** 4902, 32603, -32603, 5000: offer to add it. */
  | 'missing'
  /** 4001. */
  | 'refused'
  /** The wallet has no way to switch from here: manual steps; we notice when it is done. */
  | 'cannotSwitch'
  | 'failed'
  | 'switched'

export type SwitchingState = {
  readonly target: Network | null
  readonly from: Network | null
  readonly phase: SwitchPhase
  readonly error: WireError | null
}

export const initialSwitching: SwitchingState = { target: null, from: null, phase: 'confirm', error: null }

export const switchingStore = perDialog(() => createStore<SwitchingState>(() => initialSwitching))
