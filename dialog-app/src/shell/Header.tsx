import { type RefObject, useLayoutEffect, useRef } from 'react'
import { closeDialog } from '../features/navigator/close.js'
import { back, push } from '../features/navigator/view.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { IconButton } from '../ui/Button.js'
import { headerStore } from '../ui/header.js'
import { HostLine } from '../views/Host.js'
import { fitScale } from './fit.js'
import { calm, play, times } from './motion.js'
import type { Shown } from './useShown.js'

type HeaderProps = { readonly shown: Shown; readonly headingRef: RefObject<HTMLHeadingElement | null>; readonly titleId: string }

function Start({ shown }: { readonly shown: Shown }) {
  const dialog = useDialog()
  const t = useT()
  const start = useDialogStore(headerStore, (state) => state.start)
  if (shown.depth > 1) return <IconButton icon="back" label={t('shell.back')} onClick={() => back(dialog)} />
  if (shown.name === 'Connect')
    return <IconButton icon="help" label={t('shell.help')} onClick={() => push(dialog, 'WhatIsAWallet')} focusKey="help" />
  return start ?? <span />
}

/** Back, Help or the network; the title; Close, unless leaving is not allowed: then it is absent, not disabled. */
export function Header({ shown, headingRef, titleId }: HeaderProps) {
  const dialog = useDialog()
  const t = useT()
  const { title, host } = useDialogStore(headerStore)
  const inline = useDialogStore(settingsStore, ({ options }) => options.inline)
  const { required, locked } = useDialogStore(uiStore)
  const connected = useDialogStore(sessionStore, (state) => activeConnection(state) !== undefined)
  useTitleMotion(headingRef, title, shown.direction)
  useFit(headingRef, title)
  return (
    <header className="header">
      <div className="start">
        <Start shown={shown} />
      </div>
      <div className="title">
        <h1 key={`${shown.depth} ${shown.name}`} id={titleId} ref={headingRef} tabIndex={-1}>
          {title}
        </h1>
        {host && <HostLine />}
      </div>
      <div className="end">
        {!inline && !locked && (connected || !required) && (
          <IconButton icon="close" label={t('shell.close')} onClick={() => closeDialog(dialog)} />
        )}
      </div>
    </header>
  )
}

/** Old words out in the first half, new ones in in the second, along the direction of travel. */
function useTitleMotion(heading: RefObject<HTMLElement | null>, title: string, direction: Shown['direction']) {
  const dialog = useDialog()
  const before = useRef('')
  useLayoutEffect(() => {
    const old = before.current
    before.current = title
    const now = heading.current
    if (!now || !old || old === title || !uiStore(dialog).getState().open) return
    if (calm()) {
      play(now, [{ opacity: 0 }, { opacity: 1 }], times.calm, { easing: 'linear' })
      return
    }
    const side = (direction === 'replace' ? 0 : direction === 'forward' ? 4 : -4) * (getComputedStyle(now).direction === 'rtl' ? -1 : 1)
    const ghost = document.createElement('span')
    ghost.className = 'title-ghost'
    ghost.textContent = old
    ghost.setAttribute('aria-hidden', 'true')
    now.before(ghost)
    const half = times.header / 2
    const gone = () => ghost.remove()
    play(ghost, [{ opacity: 1 }, { opacity: 0, transform: `translateX(${-side}px)` }], half, {
      easing: 'linear',
      fill: 'both',
    }).finished.then(gone, gone)
    play(
      now,
      [
        { opacity: 0, transform: `translateX(${side}px)` },
        { opacity: 1, transform: 'none' },
      ],
      half,
      { easing: 'linear', delay: half },
    )
  }, [title, direction, heading, dialog])
}

/** A long title shrinks to 85 %, then takes a second line, and is cut only after that. */
function useFit(heading: RefObject<HTMLElement | null>, title: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title, another width
  useLayoutEffect(() => {
    const element = heading.current
    if (!element) return
    const fit = () => {
      element.style.fontSize = ''
      delete element.dataset.long
      const scale = fitScale(element.clientWidth, element.scrollWidth)
      if (scale < 1) element.style.fontSize = `calc(var(--title-size) * ${scale})`
      if (element.scrollWidth > element.clientWidth) element.dataset.long = ''
    }
    fit()
    // Drawn while the frame is hidden, it has no width yet; a phone that is turned has another one.
    const watch = new ResizeObserver(fit)
    watch.observe(element.parentElement ?? element)
    return () => watch.disconnect()
  }, [title, heading])
}
