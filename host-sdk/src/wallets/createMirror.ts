import type { WalletEvent } from '@latchkey/protocol'
import type { Frame } from '../frame/createFrame.js'
import type { Store } from '../store.js'
import { applyWalletEvent } from './applyWalletEvent.js'

/** Events kept for a frame that is not there; each of them is whole, so the newest are the truth. */
const kept = 32

export type Mirror = {
  /** Settles when the state that the event leads to has been applied. */
  tell(event: WalletEvent): Promise<void>
  /** What happened while no frame was there, oldest first. Empties the list. */
  take(): readonly WalletEvent[]
  /** The frame did not load: the page applies the events itself. */
  settle(): void
}

/** Carries the events of wallets to the dialog, which keeps the connection state; without a dialog the page keeps its copy right by itself. */
export function createMirror(frame: Pick<Frame, 'up' | 'exists' | 'call'>, store: Store): Mirror {
  let queue: readonly WalletEvent[] = []
  const apply = (event: WalletEvent) => store.patch({ snapshot: applyWalletEvent(store.facts().snapshot, event) })
  const keep = (event: WalletEvent) => {
    queue = [...queue, event].slice(-kept)
    if (!frame.exists()) apply(event)
  }
  return {
    async tell(event) {
      if (!frame.up()) return keep(event)
      try {
        await frame.call('walletEvent', event)
      } catch {
        keep(event)
      }
    },
    take() {
      const events = queue
      queue = []
      return events
    },
    settle() {
      for (const event of queue) apply(event)
    },
  }
}
