import { errors } from '@latchkey/protocol'
import { useEffect, useId, useRef, useState } from 'react'
import { changeEmail, checkUpdateCode, leaveEmailUpdate } from '../features/embedded/emailUpdate.js'
import { back } from '../features/navigator/view.js'
import { isEmail, isSameEmail } from '../lib/email.js'
import { useT } from '../lib/i18n.js'
import { readItem } from '../lib/storage.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { emailUpdateStore } from '../state/emailUpdate.js'
import { embeddedAccountStore } from '../state/embeddedAccount.js'
import { Button } from '../ui/Button.js'
import { Icon } from '../ui/Icon.js'
import { announce } from '../ui/live.js'
import { Note } from '../ui/Note.js'
import { Rich } from '../ui/Rich.js'
import { Ring } from '../ui/Ring.js'
import { Spinner } from '../ui/Spinner.js'
import { FormView, Hero } from '../ui/templates.js'
import { EmailField } from './login/EmailField.js'
import { minutesAndSeconds } from './login/minutesAndSeconds.js'
import { OtpInput } from './login/OtpInput.js'
import { useFailure } from './login/useFailure.js'
import { useSecondsLeft } from './useSecondsLeft.js'
import './login/login.css'

const numbers = { address: 1, primary: 2, secondary: 3, done: 3 } as const

/** The address that logs in until both codes were right. */
function usePresentEmail(): string {
  const dialog = useDialog()
  const user = useDialogStore(embeddedAccountStore, (state) => state.user)
  return (user ? user.email : readItem(dialog, 'email')) ?? ''
}

/** Somebody who came with another service's account has none so far. */
const useTitle = () => useT()(usePresentEmail() ? 'emailUpdate.title' : 'emailUpdate.addTitle')

/** After a mail: for how many seconds no other one is sent. */
function useCooling(): number {
  const { phase, resendAt } = useDialogStore(emailUpdateStore)
  return useSecondsLeft(phase === 'cooldown' ? (resendAt ?? undefined) : undefined)
}

/** What stopped the change to this address. */
function UpdateError({ about }: { readonly about: string }) {
  const t = useT()
  const { step, phase, email } = useDialogStore(emailUpdateStore)
  const failure = useFailure(isSameEmail(email, about) ? phase : 'typing')
  const seconds = useCooling()
  if (seconds > 0)
    return (
      <Note icon="clock" title={t(step === 'address' ? 'login.waitTitle' : 'login.sentTitle')}>
        {/* The note is said once, and not again with each second. */}
        <span aria-live="off">{errors.tryAgainAfter(seconds)}</span>
      </Note>
    )
  return (
    failure && (
      <Note icon={failure.icon} tone="negative" title={failure.title}>
        {failure.body}
      </Note>
    )
  )
}

/** The new address, in a field. */
function Address() {
  const dialog = useDialog()
  const t = useT()
  const { phase, email: sent } = useDialogStore(emailUpdateStore)
  const [email, setEmail] = useState(sent)
  const [left, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const busy = phase === 'busy'
  const present = usePresentEmail()
  const title = useTitle()
  const cooling = useCooling()
  const submit = () => {
    if (busy || cooling > 0) return
    if (isEmail(email)) return changeEmail(dialog, email)
    setLeft(true)
    announce(dialog, t('login.invalid'), 'assertive')
    input.current?.focus()
  }
  return (
    <FormView
      title={title}
      tight
      onSubmit={submit}
      footer={
        <button type="button" className="btn" aria-disabled={busy || cooling > 0 || undefined} onClick={submit}>
          {busy && <Spinner />}
          <span>{cooling > 0 ? t('login.continueIn', { seconds: cooling }) : t(busy ? 'login.sending' : 'login.continue')}</span>
        </button>
      }
    >
      {present && (
        <p className="t-label muted hint">
          <span>
            <Rich id="emailUpdate.present" values={{ email: present }} parts={[<bdi key="email" dir="ltr" className="strong" />]} />
          </span>
        </p>
      )}
      <EmailField
        value={email}
        bad={left && email !== '' && !isEmail(email)}
        label={t('emailUpdate.newEmail')}
        inputRef={input}
        onChange={(value) => {
          setEmail(value)
          setLeft(false)
        }}
        onLeave={() => setLeft(email !== '')}
      />
      <UpdateError about={email} />
    </FormView>
  )
}

/** The code from one of the two addresses. */
function Code() {
  const dialog = useDialog()
  const t = useT()
  const wordsId = useId()
  const { step, phase, email, resendAt, attemptsLeft } = useDialogStore(emailUpdateStore)
  const [code, setCode] = useState('')
  const seconds = useSecondsLeft(resendAt ?? undefined)
  const title = useTitle()
  const busy = phase === 'busy'
  const wrong = phase === 'wrong'
  const present = usePresentEmail()
  const to = step === 'primary' ? present : email
  const wrongWords = attemptsLeft === null ? t('login.wrongPlain') : t('login.wrong', { n: attemptsLeft })
  const stepWords = t('emailUpdate.step', { step: numbers[step] })
  const spoken = `${stepWords}. ${t('login.sentTo', { email: to }).replace(/<\/?\d>/g, '')}`
  // The server has not seen it.
  const unchecked = (phase === 'offline' || phase === 'unavailable') && code.length === 6
  const sendNew = () => {
    if (seconds > 0 || busy) return
    // Cells that are full would take none of the new one's digits.
    setCode('')
    changeEmail(dialog, email)
  }
  useEffect(() => announce(dialog, spoken), [spoken, dialog])
  useEffect(() => {
    if (busy) announce(dialog, t('login.checking'))
  }, [busy, t, dialog])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step, and each wrong code, begins with empty cells
  useEffect(() => setCode(''), [step, wrong])
  useEffect(() => {
    if (wrong) announce(dialog, wrongWords, 'assertive')
  }, [wrong, wrongWords, dialog])
  return (
    <FormView
      title={title}
      onSubmit={() => code.length === 6 && checkUpdateCode(dialog, code)}
      footer={
        <>
          {unchecked && <Button onClick={() => checkUpdateCode(dialog, code)}>{t('common.tryAgain')}</Button>}
          <button type="button" className="btn-text" aria-disabled={seconds > 0 || busy || undefined} onClick={sendNew}>
            {seconds > 0 ? t('login.resendIn', { time: minutesAndSeconds(seconds) }) : t('login.sendNew')}
          </button>
          <Button kind="text" onClick={() => void back(dialog)}>
            {t('emailUpdate.keep')}
          </Button>
        </>
      }
    >
      <div className="code-pane">
        <p className="t-micro muted">{stepWords}</p>
        <p className="muted">
          <Rich id="login.sentTo" values={{ email: to }} parts={[<bdi key="email" dir="ltr" className="strong" />]} />
        </p>
        <OtpInput
          value={code}
          state={busy ? 'busy' : wrong && code === '' ? 'bad' : 'typing'}
          describedBy={wordsId}
          onChange={setCode}
          onFull={(otp) => checkUpdateCode(dialog, otp)}
        />
        <p id={wordsId} className={`t-label ${wrong ? 'negative' : 'muted'} busy-line`}>
          {busy && <Spinner />}
          {busy ? t('login.checking') : wrong ? wrongWords : t('login.codeHint')}
        </p>
        <UpdateError about={email} />
      </div>
    </FormView>
  )
}

/** A new address for the login: both addresses prove themselves; until then the present one stays. */
export function UpdateEmailWallet() {
  const dialog = useDialog()
  const t = useT()
  const { step, email } = useDialogStore(emailUpdateStore)
  const title = useTitle()
  useEffect(() => () => leaveEmailUpdate(dialog), [dialog])
  useEffect(() => {
    if (step === 'done') announce(dialog, t('emailUpdate.doneTitle'))
  }, [step, t, dialog])
  if (step === 'address') return <Address />
  if (step !== 'done') return <Code />
  return (
    <Hero
      title={title}
      icon={
        <Ring state="full" shape="circle" mark={{ icon: 'check', tone: 'positive' }}>
          <span className="g g-72">
            <Icon name="mail" />
          </span>
        </Ring>
      }
      heading={t('emailUpdate.doneTitle')}
      body={t('emailUpdate.doneBody', { email })}
      hold
      footer={<Button onClick={() => void back(dialog)}>{t('emailUpdate.done')}</Button>}
    />
  )
}
