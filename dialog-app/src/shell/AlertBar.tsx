import { type ComponentType, useEffect, useState } from 'react'
import { dismissAlert } from '../features/notices/alert.js'
import { loadNextMessages, useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { elsewhereStore } from '../state/elsewhere.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { IconButton } from '../ui/Button.js'
import { Disclosure } from '../ui/Details.js'
import { announce } from '../ui/live.js'
import { Note } from '../ui/Note.js'

function Alert() {
  const dialog = useDialog()
  const t = useT()
  const alert = useDialogStore(uiStore, (state) => state.alert)
  const development = useDialogStore(settingsStore, ({ boot }) => boot?.mode === 'development')
  const shown = alert && (development || !alert.developer) ? alert : null
  // Most come while the dialog is closed: nobody hears what is said until it is open.
  const open = useDialogStore(uiStore, (state) => state.open)
  useEffect(() => {
    if (open && shown) announce(dialog, shown.title, 'assertive')
  }, [open, shown, dialog])
  if (!shown) return null
  const dismiss = () => {
    dismissAlert(dialog)
    // The button goes with it.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }
  return (
    <div className="alert-bar">
      <Note
        icon={shown.tone === 'info' ? 'info' : 'alert'}
        tone={shown.tone === 'info' ? 'plain' : 'warning'}
        title={shown.title}
        end={<IconButton icon="close" label={t('shell.dismiss')} onClick={dismiss} />}
      >
        {shown.detail && (
          <Disclosure label={t('common.details')}>
            <p className="t-label">{shown.detail}</p>
          </Disclosure>
        )}
      </Note>
    </div>
  )
}

/** Shown by a dialog that cannot continue in this frame; loaded when needed. If it does not load, that is said, and it can be loaded again. */
function Elsewhere() {
  const dialog = useDialog()
  const t = useT()
  const isIdle = useDialogStore(elsewhereStore, ({ phase }) => phase === 'idle')
  const [Part, setPart] = useState<ComponentType | null>()
  useEffect(() => {
    // With its messages: it may be drawn before a view has loaded them.
    if (!isIdle && Part === undefined)
      Promise.all([import('./Elsewhere.js'), loadNextMessages(dialog)])
        .then(([{ Elsewhere }]) => setPart(() => Elsewhere))
        .catch(() => setPart(null))
  }, [isIdle, Part, dialog])
  if (Part !== null || isIdle) return Part && <Part />
  return (
    <div className="alert-bar">
      <Note icon="offline" tone="warning" title={t('shell.loadTitle')}>
        {t('shell.loadBody')}{' '}
        <button type="button" className="btn-inline" onClick={() => setPart(undefined)}>
          {t('common.tryAgain')}
        </button>
      </Note>
    </div>
  )
}

/** What is wrong with the site's setup or with our service, at the top of the content. What is meant for developers shows to them only. */
export function AlertBar() {
  return (
    <>
      <Alert />
      <Elsewhere />
    </>
  )
}
