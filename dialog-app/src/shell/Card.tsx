import { type FocusEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { after } from '../lib/lifetime.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { sessionStore } from '../state/session.js'
import { initialSettings, settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { markDrawn, whenDrawn } from '../state/whenDrawn.js'
import { hush } from '../ui/live.js'
import { prefetchAccount, prefetchNeighbours } from '../views/registry.js'
import { ConsentFoot } from './ConsentFoot.js'
import { Failed, Fatal } from './Failures.js'
import { focusAfterBack, focusAfterOpen, rememberFocus, tabStops } from './focus.js'
import { Guard } from './Guard.js'
import { Header } from './Header.js'
import { Sentinel } from './Sentinel.js'
import { useCardKeys } from './useCardKeys.js'
import { useCardMotion } from './useCardMotion.js'
import { useDrag } from './useDrag.js'
import { useMessages } from './useMessages.js'
import { useSheet } from './useSheet.js'
import { type Shown, useShown } from './useShown.js'
import type { Picture } from './viewMotion.js'

/** Of the only title in the document; the same before and after React takes it over. */
const titleId = 'latchkey-title'

/** The card, or the sheet: header, the view, toast. The place where views change and focus is led. */
export function Card() {
  const dialog = useDialog()
  const card = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const picture = useRef<Picture>(null)
  const changed = useRef(false)
  const motion = useRef<typeof import('./viewMotion.js')>(null)
  const shownNow = useRef<Shown>(null)
  const comingNow = useRef(false)

  const beforeChange = useCallback(() => {
    hush(dialog)
    if (!pane.current || !uiStore(dialog).getState().open || comingNow.current) return
    picture.current = motion.current?.takePicture(pane.current) ?? null
    changed.current = true
    if (shownNow.current) rememberFocus(dialog, shownNow.current)
  }, [dialog])
  const { shown, coming, trying, retry } = useShown(beforeChange)
  shownNow.current = shown
  comingNow.current = coming

  const sheet = useSheet()
  const open = useDialogStore(uiStore, (state) => state.open)
  const shake = useDialogStore(uiStore, (state) => state.shake)
  const fatal = useDialogStore(uiStore, (state) => state.fatal)
  const inline = useDialogStore(settingsStore, ({ options }) => options.inline === true)
  const full = useDialogStore(settingsStore, ({ options }) => options.enableMobileFullScreen)
  const messages = useMessages()
  const drag = useDrag(card, sheet && !inline)
  useCardMotion(card, { open, sheet, inline })
  useCardKeys(card)

  useLayoutEffect(() => {
    const old = picture.current
    picture.current = null
    if (!changed.current || !card.current || !pane.current) return
    changed.current = false
    if (old) motion.current?.playViewChange({ card: card.current, pane: pane.current, picture: old, direction: shown.direction })
    const targets = { heading: heading.current, pane: pane.current }
    if (shown.direction === 'back') focusAfterBack(dialog, targets, shown)
    else heading.current?.focus({ preventScroll: true })
  }, [shown, dialog])

  useEffect(() => {
    const load = () =>
      import('./viewMotion.js').then(
        (module) => {
          motion.current = module
        },
        // Views change without it, too.
        () => {},
      )
    whenDrawn(dialog, load)
  }, [dialog])
  useEffect(() => prefetchNeighbours(dialog, shown.name), [shown.name, dialog])
  const connected = useDialogStore(sessionStore, ({ status }) => status === 'connected')
  useEffect(() => {
    if (connected) prefetchAccount(dialog)
  }, [connected, dialog])
  useEffect(() => {
    if (!open) hush(dialog)
  }, [open, dialog])

  const ready = useDialogStore(settingsStore, ({ options }) => options !== initialSettings.options)
  const complete = open && ready && shown.View !== undefined
  useEffect(() => {
    if (!complete) return
    // The frame after this one has been painted.
    const frame = requestAnimationFrame(() => after(dialog, 0, () => markDrawn(dialog)))
    return () => cancelAnimationFrame(frame)
  }, [complete, dialog])

  useEffect(() => {
    if (!open || coming) return
    // The page shows the frame only after this, and what has no box cannot take the focus. The first animation frame comes when it is seen.
    const seen = requestAnimationFrame(() => {
      if (pane.current) focusAfterOpen({ heading: heading.current, pane: pane.current }, uiStore(dialog).getState().keyboard)
    })
    return () => cancelAnimationFrame(seen)
  }, [open, coming, dialog])

  // Tab from the last stop goes to the first and back; from outside it comes in at the near end.
  const wrap = (near: 0 | -1, far: 0 | -1) => (event: FocusEvent) => {
    const stops = card.current ? tabStops(card.current) : []
    stops.at(event.relatedTarget ? far : near)?.focus()
  }

  return (
    <div
      ref={card}
      className={`card ${shake ? 'is-shaking' : ''} ${coming ? 'is-coming' : ''}`}
      aria-busy={coming}
      data-sheet={(sheet && !inline) || undefined}
      data-inline={inline || undefined}
      data-full={full || undefined}
    >
      <div className="surface" />
      <div className="content">
        <Sentinel onFocus={wrap(0, -1)} />
        <main data-view={shown.name} aria-labelledby={titleId}>
          <div className="grab" {...drag}>
            {sheet && !inline && <div className="handle" />}
            <Header shown={shown} headingRef={heading} titleId={titleId} />
          </div>
          {messages && <messages.AlertBar />}
          <div className="panes">
            <div className="pane" ref={pane} key={`${shown.depth} ${shown.name}`}>
              <Guard>
                {fatal ? <Fatal error={fatal} /> : shown.View ? <shown.View /> : <Failed why="load" trying={trying} onRetry={retry} />}
              </Guard>
            </div>
          </div>
          <ConsentFoot view={shown.name} />
          {messages && <messages.ToastBar />}
        </main>
        <Sentinel onFocus={wrap(-1, 0)} />
      </div>
    </div>
  )
}
