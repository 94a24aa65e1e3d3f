import type { PendingApproval } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type ApprovalState = {
  readonly approval: PendingApproval | null
  /** How high the secure frame would like to be, in CSS pixels. */
  readonly height: number
  /** False when the frame with the question is gone: nobody can answer it any more. */
  readonly alive: boolean
}

/** Room that is kept before the secure frame says how much it needs. */
export const initialApproval: ApprovalState = { approval: null, height: 480, alive: true }

/** What the embedded wallet waits to have approved. The question itself is drawn by the secure frame. */
export const approvalStore = perDialog(() => createStore<ApprovalState>(() => initialApproval))
