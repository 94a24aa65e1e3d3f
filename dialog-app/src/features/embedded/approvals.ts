import type { PendingApproval } from '@latchkey/protocol'
import { approvalStore, initialApproval } from '../../state/approval.js'
import { uiStore } from '../../state/ui.js'
import { shownView } from '../../state/view.js'
import { closeDialog, onClosed } from '../close.js'
import { showDialog } from '../show.js'
import { back, push } from '../view.js'
import { onLeave } from '../viewStack.js'

/** Whether the dialog is on screen for the approval alone. */
let ours = false
let heard = -1
let stop: (() => void) | undefined
let refuseAll: () => void = () => {}

/** Who is told that the person closed or left the question. */
export function onRefused(listener: () => void): void {
  refuseAll = listener
}

/** Closing, Back and Escape are an answer too: nothing was approved. */
function refuse(): void {
  const { approval } = approvalStore.getState()
  if (!approval) return
  finish()
  refuseAll()
}

function show(): void {
  if (uiStore.getState().open) push('ApproveTransaction')
  else {
    showDialog('ApproveTransaction')
    ours = true
  }
  stop?.()
  const offs = [onLeave('ApproveTransaction', refuse), onClosed(refuse)]
  stop = () => {
    for (const off of offs) off()
  }
}

function finish(): void {
  stop?.()
  stop = undefined
  approvalStore.setState(initialApproval, true)
}

/** Done: back to where the person was, or out of the way when the dialog came for this. */
function leave(): void {
  finish()
  if (shownView() !== 'ApproveTransaction') return
  if (ours) closeDialog({ force: true })
  else back()
  ours = false
}

/**
 * The secure frame wants something approved, or nothing any more.
 *
 * @param seq grows; an older message changes nothing
 */
export function setApproval(seq: number, approval: PendingApproval | null): void {
  if (seq <= heard && seq !== 0) return
  heard = seq
  if (!approval) {
    leave()
    return
  }
  const before = approvalStore.getState().approval
  approvalStore.setState({ approval, alive: true })
  if (!before) show()
}

/** CSS pixels that the question needs. */
export function setApprovalHeight(height: number): void {
  approvalStore.setState({ height })
}

/** The frame with the question is gone, and the question with it. */
export function loseApproval(): void {
  heard = -1
  if (approvalStore.getState().approval) approvalStore.setState({ alive: false })
}

/** The person leaves a question that cannot be answered any more. */
export function dismissApproval(): void {
  leave()
}
