import type { PendingApproval } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { approvalStore, initialApproval } from '../../state/approval.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { closeDialog, onClosed } from '../navigator/close.js'
import { showDialog } from '../navigator/show.js'
import { back, push } from '../navigator/view.js'
import { onLeave } from '../navigator/viewStack.js'

/** What one dialog keeps here. */
type Own = {
  /** Whether the dialog is on screen for the approval alone. */
  ours: boolean
  heard: number
  stop: (() => void) | undefined
  refuseAll: () => void
}

const kept = perDialog((): Own => ({ ours: false, heard: -1, stop: undefined, refuseAll: () => {} }))

/** Who is told that the person closed or left the question. */
export function onRefused(dialog: Dialog, listener: () => void): void {
  kept(dialog).refuseAll = listener
}

/** Closing, Back and Escape are an answer too: nothing was approved. */
function refuse(dialog: Dialog): void {
  const { approval } = approvalStore(dialog).getState()
  if (!approval) return
  finish(dialog)
  kept(dialog).refuseAll()
}

function show(dialog: Dialog): void {
  const own = kept(dialog)
  if (uiStore(dialog).getState().open) push(dialog, 'ApproveTransaction')
  else {
    showDialog(dialog, 'ApproveTransaction')
    own.ours = true
  }
  own.stop?.()
  const offs = [onLeave(dialog, 'ApproveTransaction', () => refuse(dialog)), onClosed(dialog, () => refuse(dialog))]
  own.stop = () => {
    for (const off of offs) off()
  }
}

function finish(dialog: Dialog): void {
  const own = kept(dialog)
  own.stop?.()
  own.stop = undefined
  approvalStore(dialog).setState(initialApproval, true)
}

/** Done: back to where the person was, or out of the way when the dialog came for this. */
function leave(dialog: Dialog): void {
  const own = kept(dialog)
  finish(dialog)
  if (currentView(dialog) !== 'ApproveTransaction') return
  if (own.ours) closeDialog(dialog, { force: true })
  else back(dialog)
  own.ours = false
}

/**
 * The secure frame wants something approved, or nothing any more.
 *
 * @param seq grows; an older message changes nothing
 */
export function setApproval(dialog: Dialog, seq: number, approval: PendingApproval | null): void {
  const own = kept(dialog)
  if (seq <= own.heard && seq !== 0) return
  own.heard = seq
  if (!approval) {
    leave(dialog)
    return
  }
  const before = approvalStore(dialog).getState().approval
  approvalStore(dialog).setState({ approval, alive: true })
  if (!before) show(dialog)
}

/** CSS pixels that the question needs. */
export function setApprovalHeight(dialog: Dialog, height: number): void {
  approvalStore(dialog).setState({ height })
}

/** The frame with the question is gone, and the question with it. */
export function loseApproval(dialog: Dialog): void {
  kept(dialog).heard = -1
  if (approvalStore(dialog).getState().approval) approvalStore(dialog).setState({ alive: false })
}

/** The person leaves a question that cannot be answered any more. */
export function dismissApproval(dialog: Dialog): void {
  leave(dialog)
}
