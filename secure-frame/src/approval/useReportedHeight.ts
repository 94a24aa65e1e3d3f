import { type RefObject, useLayoutEffect } from 'react'
import type { ApprovalActions } from '../shell/store.js'

/**
 * Reports how high the card wants to be. The card fills the frame, so its own height says nothing: what counts is the height without the room that
 * its body (`.body`, around `.inner`) has left over.
 */
export function useReportedHeight(card: RefObject<HTMLElement | null>, { resized }: Pick<ApprovalActions, 'resized'>): void {
  useLayoutEffect(() => {
    const body = card.current?.querySelector<HTMLElement>('.body')
    const inner = body?.querySelector<HTMLElement>('.inner')
    if (!card.current || !body || !inner) return
    const element = card.current
    let last = 0
    const report = () => {
      const height = Math.ceil(element.offsetHeight - body.offsetHeight + inner.offsetHeight)
      if (height !== last) resized(height)
      last = height
    }
    const observer = new ResizeObserver(report)
    observer.observe(inner)
    observer.observe(element)
    return () => observer.disconnect()
  }, [card, resized])
}
