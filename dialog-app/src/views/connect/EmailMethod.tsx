import { useEffect, useLayoutEffect, useRef } from 'react'
import { withConsent } from '../../features/connect/consent.js'
import { push } from '../../features/navigator/view.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import { Icon } from '../../ui/Icon.js'
import { useKeptInput } from '../useKeptInput.js'

/** Of the only such field; the same before and after React takes it over. */
const id = 'latchkey-email'

/** An address, handed over to the view that sends to it: what is wrong with it is said there. */
export function EmailMethod() {
  const dialog = useDialog()
  const t = useT()
  const [email, setEmail] = useKeptInput('email', '')
  const field = useRef<HTMLInputElement>(null)
  // What was typed before React took the field over. Its text is left alone: somebody may be in the middle of a composition.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => setEmail(field.current?.value ?? ''), [])
  const isTyped = email !== ''
  useEffect(() => {
    // A failed request is repeated when the address is sent.
    if (isTyped) import('../../features/embedded/startFrame.js').then(({ startFrame }) => startFrame(dialog)).catch(() => {})
  }, [isTyped, dialog])
  return (
    <form
      className="field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        withConsent(dialog, () => push(dialog, 'EmailLogin', email ? { email: email.trim() } : undefined))
      }}
    >
      <div className="in">
        <label htmlFor={id}>{t('connect.email')}</label>
        <input
          ref={field}
          id={id}
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          placeholder="you@example.com"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </div>
      <button type="submit" className={email ? 'go ready' : 'go'} aria-label={t('connect.withEmail')} data-focus-key="email">
        <Icon name="right" size={20} />
      </button>
    </form>
  )
}
