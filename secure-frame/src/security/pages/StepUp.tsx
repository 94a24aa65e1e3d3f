import { secondsUntil } from '@latchkey/protocol'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { type ErrorText, readError } from '../errors.js'
import { DigitsField } from '../fields.js'
import { confirmAt, providersOf } from '../providerWindow.js'
import { ErrorNote, Screen, Submit } from '../Screen.js'

type Props = { readonly onDone: () => void; readonly onCancel: () => void }

/** Seconds until a moment, counted down. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  const left = secondsUntil(at, now)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}

/** A code from the mailbox, typed here. */
function ByMail({ email, onDone, onCancel }: Props & { readonly email: string }) {
  const { call } = useSecurity()
  const [code, setCode] = useState('')
  const [resendAt, setResendAt] = useState(0)
  const sending = useTask()
  const checking = useTask()
  const seconds = useSecondsUntil(resendAt)
  const sent = useRef(false)
  const [isSent, setIsSent] = useState(false)
  const send = async () => {
    checking.forget()
    const error = await sending.run(async () => {
      setResendAt((await call('stepUpStart', undefined)).resendAt)
      setIsSent(true)
    })
    // Too soon after the last mail: the button counts the rest down.
    if (error) setResendAt(Date.now() + error.retryAfter * 1_000)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: one mail for one visit of this page; more are asked for
  useEffect(() => {
    if (!sent.current) void send()
    sent.current = true
  }, [])
  const check = async () => {
    if (code.length !== 6) return
    const error = await checking.run(() => call('stepUpVerify', { code }))
    if (error === null) onDone()
    // What no server has heard can be sent again.
    else if (error?.reason !== 'offline') setCode('')
  }
  return (
    <Screen
      name="stepUp"
      title={t('stepUp.title')}
      onBack={onCancel}
      onSubmit={() => void check()}
      busy={checking.busy}
      footer={
        <>
          <Submit label={t('stepUp.confirm')} busy={checking.busy} disabled={code.length !== 6} />
          <button type="button" className="btn-text" aria-disabled={seconds > 0 || undefined} onClick={() => seconds === 0 && void send()}>
            {seconds > 0 ? t('stepUp.again', { seconds }) : t('stepUp.resend')}
          </button>
        </>
      }
    >
      {/* Not before the server has sent it. */}
      <p role="status">{sending.error ? '' : t(isSent && !sending.busy ? 'stepUp.sent' : 'stepUp.sending', { email })}</p>
      <p className="muted label">{t('stepUp.why')}</p>
      <DigitsField value={code} onChange={setCode} />
      <ErrorNote error={checking.error ?? sending.error} />
    </Screen>
  )
}

type Confirming = { readonly busy: boolean; readonly number: string | null; readonly error: ErrorText | null }
const idle: Confirming = { busy: false, number: null, error: null }

/** The provider's own window once more, for a wallet without an e-mail address. */
function ByProvider({ onDone, onCancel }: Props) {
  const { call, overview } = useSecurity()
  const [{ busy, number, error }, setState] = useState<Confirming>(idle)
  const attempt = useRef<AbortController>(undefined)
  useEffect(() => () => attempt.current?.abort(), [])
  const providers = providersOf(overview.user)
  const confirm = async (provider: (typeof providers)[number]) => {
    if (busy) return
    attempt.current?.abort()
    const mine = new AbortController()
    attempt.current = mine
    setState({ ...idle, busy: true })
    try {
      // The answer of a window that is cut off still counts; of one that was closed none comes, and the button has to work again.
      await confirmAt(provider.kind, call, (number) => setState({ ...idle, number }), mine.signal)
      if (!mine.signal.aborted) onDone()
    } catch (error) {
      if (!mine.signal.aborted) setState({ ...idle, error: readError(error) })
    }
  }
  return (
    <Screen name="stepUp" title={t('stepUp.title')} onBack={onCancel} busy={busy}>
      <p>{t('stepUp.provider')}</p>
      {providers.length === 0 ? <Note tone="warn" title={t('stepUp.none')} text={t('stepUp.noneText')} /> : null}
      {providers.map((provider) => (
        <button key={provider.id} type="button" className="btn" aria-disabled={busy || undefined} onClick={() => void confirm(provider)}>
          {t('stepUp.with', { name: `${provider.name} ${provider.label}` })}
        </button>
      ))}
      <div role="status">{number ? <Note tone="warn" title={t('stepUp.apart')} text={t('stepUp.apartText', { number })} /> : null}</div>
      <ErrorNote error={error} />
    </Screen>
  )
}

/** A fresh proof of the user, before keys are shown or anything is changed. */
export function StepUp(props: Props) {
  const { email } = useSecurity().overview.user
  return email === null ? <ByProvider {...props} /> : <ByMail email={email} {...props} />
}
