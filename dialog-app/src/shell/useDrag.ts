import { type PointerEvent, type RefObject, useRef } from 'react'
import { closeDialog } from '../features/navigator/close.js'
import { useDialog } from '../lib/useDialog.js'
import { dragOffset, shouldClose, velocityOf } from './drag.js'
import { calm, easeSheet, play, times } from './motion.js'

type Samples = [time: number, position: number][]

/**
 * Lets the user drag the sheet down by its handle or header. The other ways to close remain: dragging is never the only one.
 * @returns handlers for the element that is grabbed
 */
export function useDrag(card: RefObject<HTMLElement | null>, enabled: boolean) {
  const dialog = useDialog()
  const samples = useRef<Samples | null>(null)
  /** The finger that drags: others beside it do nothing. */
  const finger = useRef(0)

  const offset = () => {
    const moves = samples.current
    return moves?.length ? dragOffset((moves.at(-1)?.[1] ?? 0) - (moves[0]?.[1] ?? 0)) : 0
  }
  const settle = (from: number) => {
    if (!card.current) return
    card.current.style.transform = ''
    if (!calm()) play(card.current, [{ transform: `translateY(${from}px)` }, { transform: 'none' }], times.sheetIn, { easing: easeSheet })
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!enabled || samples.current || event.pointerType === 'mouse' || (event.target as Element).closest('button, a, input')) return
      event.currentTarget.setPointerCapture(event.pointerId)
      finger.current = event.pointerId
      samples.current = [[event.timeStamp, event.clientY]]
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!samples.current || !card.current || event.pointerId !== finger.current) return
      samples.current.push([event.timeStamp, event.clientY])
      card.current.style.transform = `translateY(${offset()}px)`
    },
    onPointerUp({ pointerId }: PointerEvent<HTMLElement>) {
      const moves = samples.current
      if (!moves || !card.current || pointerId !== finger.current) return
      const distance = offset()
      samples.current = null
      const close = shouldClose({ distance, height: card.current.offsetHeight, velocity: velocityOf(moves) })
      if (!close || !closeDialog(dialog)) settle(distance)
    },
    onPointerCancel({ pointerId }: PointerEvent<HTMLElement>) {
      if (pointerId !== finger.current) return
      const distance = offset()
      samples.current = null
      settle(distance)
    },
  }
}
