import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import type { Secrets } from '../../worker/security/contract.js'
import { useSecurity, useTask } from '../context.js'
import { Agree } from '../fields.js'
import { ErrorNote, Screen, Submit } from '../Screen.js'

/** One secret behind a button. It is not in the document before, and not copied by us. */
function Secret({ name, children, id }: { readonly name: string; readonly id: string; readonly children: React.ReactNode }) {
  const [shown, setShown] = useState(false)
  return (
    <section className="secret" data-secret={id}>
      <div className="line">
        <h2 className="name main">{name}</h2>
        <button
          type="button"
          className="btn-inline"
          aria-expanded={shown}
          aria-label={t(shown ? 'export.hideNamed' : 'export.revealNamed', { name })}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'export.hide' : 'export.reveal')}
        </button>
      </div>
      {shown ? children : <p className="veil" aria-hidden="true" />}
    </section>
  )
}

/** Seconds that the words and keys stay: long enough to write twelve words down, too short to be forgotten on a screen. */
const shownFor = 60

/**
 * Calls back when the user looks at something else, or when the time is over. The clock is read, because a computer that sleeps stops its timers.
 *
 * @returns seconds that are left
 */
function useLeaving(active: boolean, leave: () => void): number {
  const [left, setLeft] = useState(shownFor)
  const leaving = useEffectEvent(leave)
  useEffect(() => {
    if (!active) return
    const end = Date.now() + shownFor * 1000
    const look = () => {
      const seconds = Math.ceil((end - Date.now()) / 1000)
      setLeft(seconds)
      if (seconds <= 0) leaving()
    }
    look()
    const timer = setInterval(look, 500)
    const hidden = () => {
      if (document.visibilityState === 'hidden') leaving()
    }
    const gone = () => leaving()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('blur', gone)
    addEventListener('pagehide', gone)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('blur', gone)
      removeEventListener('pagehide', gone)
    }
  }, [active])
  return left
}

/** The twelve words and the keys made from them: hidden until asked for, gone after a minute and whenever the window is left. */
export function Export() {
  const { call, power, back } = useSecurity()
  const [agreed, setAgreed] = useState(false)
  const [secrets, setSecrets] = useState<Secrets | null>(null)
  const [vanished, setVanished] = useState(false)
  const task = useTask()
  const left = useLeaving(secrets !== null, () => {
    setSecrets(null)
    setVanished(true)
  })
  const show = () =>
    void task.run(async () => {
      setVanished(false)
      await power()
      const exported = await call('exportSecrets', undefined)
      // Whoever looks at something else by now would come back to keys on the screen.
      if (document.hasFocus()) setSecrets(exported)
      else setVanished(true)
    })
  if (!secrets)
    return (
      <Screen
        name="export"
        title={t('export.title')}
        onBack={back}
        onSubmit={() => agreed && show()}
        busy={task.busy}
        footer={<Submit label={t('export.show')} busy={task.busy} disabled={!agreed} danger />}
      >
        {vanished ? (
          <div role="status">
            <Note tone="warn" title={t('export.vanished')} text={t('export.vanishedText')} />
          </div>
        ) : null}
        <p>{t('export.text')}</p>
        <ul className="facts">
          <li>{t('export.nobody')}</li>
          <li>{t('export.screen')}</li>
          <li>{t('export.told')}</li>
        </ul>
        <Agree checked={agreed} onChange={setAgreed} text={t('export.agree')} />
        <ErrorNote error={task.error} />
      </Screen>
    )
  return (
    <Screen
      name="export-shown"
      title={t('export.title')}
      onBack={() => setSecrets(null)}
      onSubmit={back}
      footer={<Submit label={t('export.finish')} busy={false} />}
    >
      <Note tone="warn" title={t('export.nobody')} text={t('export.leave')} />
      <p className="label muted" role="timer">
        {t('export.left', { seconds: left })}
      </p>
      <Secret id="words" name={t('export.words')}>
        <ol className="words" dir="ltr" lang="en" translate="no">
          {secrets.words.split(' ').map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same word may stand in two places
            <li key={index}>{word}</li>
          ))}
        </ol>
      </Secret>
      <Secret id="evm" name={t('export.evm')}>
        <p className="mono key" dir="ltr" translate="no">
          {secrets.evm}
        </p>
      </Secret>
      <Secret id="sol" name={t('export.solana')}>
        <p className="mono key" dir="ltr" translate="no">
          {secrets.solana}
        </p>
      </Secret>
    </Screen>
  )
}
