import { codes, type WireError } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { closeDialog } from '../features/navigator/close.js'
import { back } from '../features/navigator/view.js'
import { useT } from '../lib/i18n.js'
import { useDialog } from '../lib/useDialog.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Hero } from '../ui/templates.js'

const glyph = (name: 'alert' | 'offline') => (
  <span className="g g-72">
    <Icon name={name} />
  </span>
)

type FailedProps = {
  /** `load`: it did not arrive, offline or because the server has a newer build. `fatal`: it cannot be drawn. */
  readonly why: 'load' | 'fatal'
  readonly trying?: boolean
  readonly onRetry: () => void
}

/** There is no view to be shown. */
export function Failed({ why, trying = false, onRetry }: FailedProps) {
  const dialog = useDialog()
  const t = useT()
  const [title, body] = [t(`shell.${why}Title`), t(`shell.${why}Body`)]
  useEffect(() => {
    // Each time: of a try that was in vain nothing is seen.
    if (!trying) announce(dialog, `${title}. ${body}`, 'assertive')
  }, [trying, title, body, dialog])
  return (
    <Hero
      title={title}
      heading={title}
      body={body}
      icon={glyph(why === 'load' ? 'offline' : 'alert')}
      footer={
        <>
          <Button busy={trying} onClick={onRetry}>
            {t('common.tryAgain')}
          </Button>
          <Button kind="text" onClick={() => back(dialog)}>
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
