import type { PendingApproval } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { approvalStore, initialApproval } from '../../state/approval.js'
import { onClosed } from '../../state/onClosed.js'
import { onLeave } from '../../state/onLeave.js'
import { emit } from '../events/dialogEvents.js'

/** What one dialog keeps here. */
type Own = {
  heard: number
  stop: (() => void) | undefined
  refuseAll: () => void
}

const kept = perDialog((): Own => ({ heard: -1, stop: undefined, refuseAll: () => {} }))

/** Who is told that the user closed or left the question. */
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

function ask(dialog: Dialog): void {
  const own = kept(dialog)
  emit(dialog, 'approvalAsked')
  own.stop?.()
  const subscriptions = [onLeave(dialog, 'ApproveTransaction', () => refuse(dialog)), onClosed(dialog, () => refuse(dialog))]
  own.stop = () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}

function finish(dialog: Dialog): void {
  const own = kept(dialog)
  own.stop?.()
  own.stop = undefined
  approvalStore(dialog).setState(initialApproval, true)
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
    dismissApproval(dialog)
    return
  }
  const before = approvalStore(dialog).getState().approval
  approvalStore(dialog).setState({ approval, alive: true })
  if (!before) ask(dialog)
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

/** The question is over: answered, or the user leaves one that cannot be answered any more. */
export function dismissApproval(dialog: Dialog): void {
  finish(dialog)
  emit(dialog, 'approvalOver')
}
