import { errors } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { enterCode, sendEmail, watchEmailLogin } from '../features/embedded/emailLogin.js'
import type { DialogEvents } from '../features/events/dialogEvents.js'
import type { Dialog } from '../lib/dialog.js'
import { isEmail, isSameEmail } from '../lib/email.js'
import { useT } from '../lib/i18n.js'
import { readItem } from '../lib/storage.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { loginStore } from '../state/login.js'
import { viewStore } from '../state/view.js'
import { announce } from '../ui/live.js'
import { Note } from '../ui/Note.js'
import { Spinner } from '../ui/Spinner.js'
import { FormView } from '../ui/templates.js'
import { EmailField } from './login/EmailField.js'
import { UnlockButton } from './login/UnlockButton.js'
import { useFailure } from './login/useFailure.js'
import { useSecondsLeft } from './useSecondsLeft.js'
import './login/login.css'

/** What the view before, or a login that was lost, handed over. An `email` is sent at once, an `address` only stands in the field. */
type Given = Partial<DialogEvents['loginForgotten']> & { readonly email?: string }
const dataOf = (dialog: Dialog) => viewStore(dialog).getState().history.at(-1)?.data as Given | undefined
const handedOver = (dialog: Dialog) => dataOf(dialog)?.email

/** One address, one button. */
export function EmailLogin() {
  const dialog = useDialog()
  const t = useT()
  const { phase: lastPhase, resendAt, email: asked, sentTo } = useDialogStore(loginStore)
  const [email, setEmail] = useState(() => handedOver(dialog) ?? (asked || dataOf(dialog)?.address || readItem(dialog, 'email') || ''))
  const [isReturning] = useState(() => dataOf(dialog)?.lost === true)
  const [left, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const seconds = useSecondsLeft(lastPhase === 'cooldown' ? (resendAt ?? undefined) : undefined)
  // What became of another address says nothing about this one. The wait between two mails is for all of them.
  const phase = isSameEmail(asked, email) ? lastPhase : 'idle'
  const isSent = sentTo !== null && isSameEmail(sentTo, email)
  const failure = useFailure(phase)
  const busy = lastPhase === 'sending' || lastPhase === 'opening'
  const cooling = lastPhase === 'cooldown' && seconds > 0
  const bad = left && email !== '' && !isEmail(email)

  // The watch begins before the address is sent: what happens after is its business.
  useEffect(() => {
    const stop = watchEmailLogin(dialog)
    const handed = handedOver(dialog)
    if (handed) sendEmail(dialog, handed)
    return stop
  }, [dialog])
  useEffect(() => {
    if (lastPhase === 'sending') announce(dialog, t('login.sending'))
  }, [lastPhase, t, dialog])

  const submit = () => {
    if (busy || cooling) return
    if (isEmail(email)) return sendEmail(dialog, email)
    setLeft(true)
    announce(dialog, t('login.invalid'), 'assertive')
    input.current?.focus()
  }
  const label = cooling ? t(isSent ? 'login.sendAgainIn' : 'login.continueIn', { seconds }) : t(busy ? 'login.sending' : 'login.continue')
  return (
    <FormView
      title={t('login.title')}
      tight
      onSubmit={submit}
      footer={
        <>
          {failure?.kind === 'factor' && <UnlockButton />}
          <button
            type="button"
            className={failure?.kind === 'factor' ? 'btn btn-soft' : 'btn'}
            aria-disabled={busy || cooling || undefined}
            onClick={submit}
          >
            {busy && <Spinner />}
            <span>{label}</span>
          </button>
          {lastPhase === 'cooldown' && isSent && (
            <button type="button" className="btn-text" onClick={() => enterCode(dialog)}>
              {t('login.haveCode')}
            </button>
          )}
        </>
      }
    >
      <EmailField
        value={email}
        bad={bad}
        inputRef={input}
        onChange={(value) => {
          setEmail(value)
          setLeft(false)
        }}
        onLeave={() => setLeft(email !== '')}
      />
      {cooling ? (
        <Note icon="clock" title={t(isSent ? 'login.sentTitle' : 'login.waitTitle')}>
          {/* The note is said once, and not again with each second. */}
          <span aria-live="off">{errors.tryAgainAfter(seconds)}</span>
        </Note>
      ) : failure ? (
        <Note icon={failure.icon} tone="negative" title={failure.title}>
          {failure.body}
        </Note>
      ) : (
        <>
          {isReturning && (
            <Note icon="info" title={t('login.lostTitle')}>
              {t('login.lostBody')}
            </Note>
          )}
          <p className="t-label muted hint">{t('login.hint')}</p>
        </>
      )}
    </FormView>
  )
}
