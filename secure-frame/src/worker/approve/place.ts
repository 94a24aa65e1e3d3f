import { readDecimal } from '@latchkey/protocol'
import type { ApprovalView, Place, Typed } from '../contract.js'
import { type ApprovalContent, lastingOf, type Transfer } from './content.js'
import { severityOf } from './severity.js'

/** What the frame knows of the place where it is drawn. */
export type Surroundings = {
  /** The browser tells the frame when something covers it. */
  readonly tellsCovering: boolean
  /** Windows open from here. Where the page cuts them off (COOP), none does. */
  readonly opensWindows: boolean
}

/** Characters of the recipient's address that are typed, from its end. */
export const typedLength = 6

/** What a request sends, when that is all that it does and nothing about it needs a warning. */
export function plainTransfer(content: ApprovalContent | null): Transfer | undefined {
  if (content?.kind !== 'transaction' || severityOf(content) !== 'ordinary' || lastingOf(content).length > 0) return undefined
  return content.allowance || content.calls ? undefined : content.transfer
}

/** Whether a frame may be asked at all: not for what outlives the request, because no browser tells a frame everything that hides it. */
const fitsFrame = ({ surface, content }: Pick<ApprovalView, 'surface' | 'content'>): boolean =>
  surface === 'frame' && (!content || lastingOf(content).length === 0)

/**
 * Decides where a request is approved. A frame that cannot be proven visible approves nothing; where no window opens either, only a plain transfer is
 * left: whoever covers the frame has to tell the user its true amount and recipient.
 */
export function placeOf(view: Pick<ApprovalView, 'surface' | 'content'>, { tellsCovering, opensWindows }: Surroundings): Place {
  if (fitsFrame(view) && tellsCovering) return 'frame'
  // What is not known yet may still need a window.
  if (opensWindows || !view.content) return 'window'
  return plainTransfer(view.content) ? 'typed' : 'refused'
}

/** Whether what was typed is what is sent. Hexadecimal addresses may be typed in any case, others only as they are. */
export function isTyped({ amount, recipient }: Typed, transfer: Transfer): boolean {
  const written = (text: string) => (transfer.recipient.startsWith('0x') ? text.toLowerCase() : text)
  const number = readDecimal(amount)
  const end = written(transfer.recipient).slice(-typedLength)
  return number !== undefined && number === readDecimal(transfer.amount) && written(recipient.trim()) === end
}

/** Whether a yes counts that was given at this place. */
export function acceptsFrom(
  place: Place,
  { typed, ...view }: Pick<ApprovalView, 'surface' | 'content'> & { readonly typed: Typed | undefined },
): boolean {
  if (place === 'window') return true
  if (place === 'frame') return fitsFrame(view)
  const transfer = place === 'typed' ? plainTransfer(view.content) : undefined
  return transfer !== undefined && typed !== undefined && isTyped(typed, transfer)
}
