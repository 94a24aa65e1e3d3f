import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { reportHeight } from '../features/navigator/height.js'
import { useDialog } from '../lib/useDialog.js'
import { playHeight } from './heightMotion.js'
import { calm, easeSheet, play, times } from './motion.js'

type Situation = { readonly open: boolean; readonly sheet: boolean; readonly inline: boolean }

/** Coming, going and growing of the card. */
export function useCardMotion(card: RefObject<HTMLDivElement | null>, { open, sheet, inline }: Situation): void {
  const dialog = useDialog()
  useHeight(card, inline ? 'top' : sheet ? 'bottom' : 'middle', inline ? (px) => reportHeight(dialog, px) : undefined)
  const wasClosed = useRef(false)

  useLayoutEffect(() => {
    const element = card.current
    const scene = element?.closest<HTMLElement>('.themed')
    if (!element || !scene || inline) return
    if (open && wasClosed.current) {
      wasClosed.current = false
      enter(scene, element, sheet)
    } else if (!open && scene.dataset.opened) {
      wasClosed.current = true
      leave(scene, element, sheet)
    }
    // The first paint is already there when the page opens us for the first time: it does not arrive twice.
    if (open) scene.dataset.opened = 'true'
  }, [open, sheet, inline, card])
}

function stop(scene: HTMLElement, card: HTMLElement) {
  for (const animation of [...scene.getAnimations(), ...card.getAnimations()]) if (animation.id === 'door') animation.cancel()
  card.style.transform = ''
}

function enter(scene: HTMLElement, card: HTMLElement, sheet: boolean) {
  stop(scene, card)
  const id = 'door'
  if (calm()) {
    play(scene, [{ opacity: 0 }, { opacity: 1 }], times.calm, { id, easing: 'linear' })
    return
  }
  play(scene, [{ opacity: 0 }, { opacity: 1 }], times.dialogIn, { id })
  const from = sheet ? 'translateY(100%)' : 'scale(.97)'
  play(
    card,
    [{ transform: from }, { transform: 'none' }],
    sheet ? times.sheetIn : times.dialogIn,
    sheet ? { id, easing: easeSheet } : { id },
  )
}

/** Starts where the finger left it, and stays hidden until it is opened again. */
function leave(scene: HTMLElement, card: HTMLElement, sheet: boolean) {
  const fill = { id: 'door', fill: 'forwards' as const }
  if (sheet && !calm()) play(card, [{ transform: 'translateY(100%)' }], times.sheetOut, fill)
  play(scene, [{ opacity: 0 }], calm() ? times.calm : sheet ? times.sheetOut : times.dialogOut, fill)
}

/** Follows the content's height: the layout changes at once, the picture follows in 150 ms. */
function useHeight(card: RefObject<HTMLDivElement | null>, anchor: 'top' | 'middle' | 'bottom', report?: (px: number) => void) {
  useEffect(() => {
    const content = card.current?.querySelector<HTMLElement>('.content')
    const surface = card.current?.querySelector<HTMLElement>('.surface')
    if (!content || !surface) return
    let height = 0
    let screen = ''
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.borderBoxSize[0]?.blockSize ?? 0
      const screenNow = `${innerWidth}x${innerHeight}`
      // A turned phone or a keyboard is not a change of content.
      if (screenNow === screen && now > 0) {
        playHeight({ surface, content, footer: content.querySelector('.pane:not(.ghost) .footer') }, height, now, anchor)
      }
      if (now > 0) report?.(now)
      height = now
      screen = screenNow
    })
    observer.observe(content)
    return () => observer.disconnect()
  }, [card, anchor, report])
}
