import { useEffect, useId, useState } from 'react'
import { checkCode, resendEmail } from '../features/embedded/emailLogin.js'
import { back } from '../features/navigator/view.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { loginStore } from '../state/login.js'
import { Button } from '../ui/Button.js'
import { announce } from '../ui/live.js'
import { Note } from '../ui/Note.js'
import { Rich } from '../ui/Rich.js'
import { Spinner } from '../ui/Spinner.js'
import { FormView } from '../ui/templates.js'
import { ConnectedAs } from './connecting/ConnectedAs.js'
import { Access } from './login/Access.js'
import { minutesAndSeconds } from './login/minutesAndSeconds.js'
import { OtpInput } from './login/OtpInput.js'
import { UnlockButton } from './login/UnlockButton.js'
import { useFailure } from './login/useFailure.js'
import { useSecondsLeft } from './useSecondsLeft.js'
import './login/login.css'

/** Six digits from the mail. They are sent by themselves when the sixth is there. */
export function EmailVerifyOtp() {
  const dialog = useDialog()
  const t = useT()
  const { phase, email, resendAt, attemptsLeft } = useDialogStore(loginStore)
  const [code, setCode] = useState('')
  const wordsId = useId()
  const seconds = useSecondsLeft(resendAt ?? undefined)
  const failure = useFailure(phase)
  const busy = phase === 'checking' || phase === 'opening'
  const wrong = phase === 'wrong'
  const wrongWords = attemptsLeft === null ? t('login.wrongPlain') : t('login.wrong', { n: attemptsLeft })

  // Shown for the length of the shake, then the cells are free again.
  useEffect(() => {
    if (!wrong) return
    announce(dialog, wrongWords, 'assertive')
    setCode('')
  }, [wrong, wrongWords, dialog])
  useEffect(() => {
    if (busy) announce(dialog, t(phase === 'opening' ? 'login.opening' : 'login.checking'))
    if (phase === 'connected') announce(dialog, t('connecting.connectedTitle'))
  }, [busy, phase, t, dialog])

  const state = busy ? 'busy' : phase === 'connected' ? 'ok' : wrong && code === '' ? 'bad' : 'typing'
  const resend = wrong || failure !== null
  // The server has not seen it.
  const unchecked = (phase === 'offline' || phase === 'unavailable') && code.length === 6
  const sendNew = () => {
    if (seconds > 0 || busy) return
    // Cells that are full would take none of the new one's digits.
    setCode('')
    resendEmail(dialog)
  }
  return (
    <FormView
      title={t('login.codeTitle')}
      onSubmit={() => code.length === 6 && checkCode(dialog, code)}
      footer={
        phase === 'connected' ? (
          <p className="t-label muted foot-line">
            <ConnectedAs />
          </p>
        ) : (
          <>
            {failure?.kind === 'factor' && <UnlockButton />}
            {unchecked && <Button onClick={() => checkCode(dialog, code)}>{t('common.tryAgain')}</Button>}
            <button
              type="button"
              className={resend ? 'btn btn-soft' : 'btn-text'}
              aria-disabled={seconds > 0 || busy || undefined}
              onClick={sendNew}
            >
              {seconds > 0 ? t('login.resendIn', { time: minutesAndSeconds(seconds) }) : t('login.sendNew')}
            </button>
            <Button kind="text" onClick={() => void back(dialog)}>
              {t('login.another')}
            </Button>
          </>
        )
      }
    >
      <div className="code-pane">
        <p className="muted">
          <Rich id="login.sentTo" values={{ email }} parts={[<bdi key="email" dir="ltr" className="strong" />]} />
        </p>
        <OtpInput value={code} state={state} describedBy={wordsId} onChange={setCode} onFull={(otp) => checkCode(dialog, otp)} />
        <p id={wordsId} className={`t-label ${wrong && !busy ? 'negative' : 'muted'} busy-line`}>
          {busy && <Spinner />}
          {phase === 'connected'
            ? t('connecting.connectedTitle')
            : busy
              ? t(phase === 'opening' ? 'login.opening' : 'login.checking')
              : wrong
                ? wrongWords
                : t('login.codeHint')}
        </p>
        {failure && (
          <Note icon={failure.icon} tone="negative" title={failure.title}>
            {failure.body}
          </Note>
        )}
        <Access />
      </div>
    </FormView>
  )
}
