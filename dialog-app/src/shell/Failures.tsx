import { codes, type WireError } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { closeDialog } from '../features/navigator/close.js'
import { useT } from '../lib/i18n.js'
import { useDialog } from '../lib/useDialog.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { Hero } from '../ui/templates.js'

const glyph = (name: 'alert' | 'offline') => (
  <span className="g g-72">
    <Icon name={name} />
  </span>
)

/** A part of the dialog did not arrive: offline, or the server has a newer build. */
export function LoadFailed({ onRetry, onBack }: { readonly onRetry: () => void; readonly onBack: () => void }) {
  const t = useT()
  return (
    <Hero
      title={t('shell.loadTitle')}
      heading={t('shell.loadTitle')}
      body={t('shell.loadBody')}
      icon={glyph('offline')}
      footer={
        <>
          <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
          <Button kind="text" onClick={onBack}>
            {t('shell.back')}
          </Button>
        </>
      }
    />
  )
}

/** The cause, which hardly anybody ever sees: fetched when there is one. Without it the sentence stands alone. */
function LateDetails({ error }: { readonly error: WireError }) {
  const [late, setLate] = useState<typeof import('../ui/Details.js')>()
  useEffect(() => {
    import('../ui/Details.js').then(setLate, () => {})
  }, [])
  return late && <late.ErrorDetails error={error} />
}

/** There can be no dialog here: the page does not answer, or speaks another version of the protocol. */
export function Fatal({ error }: { readonly error: WireError }) {
  const dialog = useDialog()
  const t = useT()
  return (
    <Hero
      title={t('connect.title', { app: t('shell.thisSite') })}
      heading={t('shell.fatalTitle')}
      body={t(error.code === codes.versionUnsupported ? 'shell.versionBody' : 'shell.fatalBody')}
      icon={glyph('alert')}
      more={<LateDetails error={error} />}
      footer={<Button onClick={() => closeDialog(dialog, { force: true })}>{t('shell.close')}</Button>}
    />
  )
}
