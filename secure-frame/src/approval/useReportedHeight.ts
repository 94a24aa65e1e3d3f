import { type RefObject, useLayoutEffect } from 'react'
import type { ApprovalActions } from '../shell/store.js'
import { cardHeight } from './cardHeight.js'

/** Reports how high the card wants to be. */
export function useReportedHeight(card: RefObject<HTMLElement | null>, { resized }: Pick<ApprovalActions, 'resized'>): void {
  useLayoutEffect(() => {
    const element = card.current
    const inner = element?.querySelector<HTMLElement>('.inner')
    if (!element || !inner) return
    let last = 0
    const report = () => {
      const height = cardHeight(element) ?? last
      if (height !== last) resized(height)
      last = height
    }
    const observer = new ResizeObserver(report)
    observer.observe(inner)
    observer.observe(element)
    return () => observer.disconnect()
  }, [card, resized])
}
