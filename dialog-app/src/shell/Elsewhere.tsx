import { useEffect, useLayoutEffect, useRef } from 'react'
import { closeDialog } from '../features/navigator/close.js'
import { continueInWindow } from '../features/page/continueInWindow.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { elsewhereStore } from '../state/elsewhere.js'
import { uiStore } from '../state/ui.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Note } from '../ui/Note.js'
import './elsewhere.css'

/** Offers to go on in a window where the embedded wallet does not load. */
function Offer() {
  const dialog = useDialog()
  const t = useT()
  useEffect(() => announce(dialog, t('elsewhere.lateTitle'), 'polite'), [dialog, t])
  return (
    <div className="alert-bar elsewhere-offer">
      <Note icon="clock" tone="warning" title={t('elsewhere.lateTitle')}>
        {t('elsewhere.lateBody')}
      </Note>
      <Button kind="soft" icon="external" onClick={() => continueInWindow(dialog)}>
        {t('elsewhere.continue')}
      </Button>
    </div>
  )
}

/** In place of the view: the dialog is in a window, or should be. */
function Away({ phase }: { readonly phase: 'needed' | 'open' | 'closed' | 'lost' | 'blocked' | 'cutOff' }) {
  const dialog = useDialog()
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const ended = phase === 'lost' || phase === 'cutOff'
  useLayoutEffect(() => {
    const panes = place.current?.parentElement?.querySelector<HTMLElement>('.panes')
    if (!panes) return
    panes.style.display = 'none'
    return () => void panes.style.removeProperty('display')
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sentence is read out
  useEffect(() => heading.current?.focus({ preventScroll: true }), [phase])
  return (
    <div className="elsewhere" data-phase={phase} ref={place}>
      <div className="hero">
        <span className="g g-72">
          <Icon name={ended ? 'alert' : 'external'} />
        </span>
        <div className="say">
          <h2 className="t-title" tabIndex={-1} ref={heading}>
            {t(`elsewhere.${phase}Title`)}
          </h2>
          <p>{t(`elsewhere.${phase}Body`)}</p>
        </div>
      </div>
      <div className="footer">
        {!ended && (
          <Button onClick={() => continueInWindow(dialog)}>{t(phase === 'open' ? 'elsewhere.show' : 'elsewhere.continue')}</Button>
        )}
        {phase !== 'cutOff' && (
          <Button kind={ended ? 'primary' : 'text'} onClick={() => closeDialog(dialog, { force: true })}>
            {t(ended ? 'shell.close' : 'elsewhere.cancel')}
          </Button>
        )}
        {phase === 'cutOff' && <Button onClick={() => window.close()}>{t('shell.close')}</Button>}
      </div>
    </div>
  )
}

/** Shown by a dialog that cannot continue in this frame, or that continues in a window. */
export function Elsewhere() {
  const phase = useDialogStore(elsewhereStore, (state) => state.phase)
  const isTold = useDialogStore(uiStore, ({ alert }) => alert !== null)
  if (phase === 'idle') return null
  if (phase !== 'late') return <Away phase={phase} />
  return isTold ? null : <Offer />
}
