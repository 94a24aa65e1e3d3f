import { useEffect, useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import type { Secrets } from '../../worker/security/contract.js'
import { useSecurity, useTask } from '../context.js'
import { Agree } from '../fields.js'
import { Screen, Submit, TroubleNote } from '../Screen.js'

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

/** The twelve words and the keys made from them: hidden until asked for, gone when the window is left. */
export function Export() {
  const { call, power, back } = useSecurity()
  const [agreed, setAgreed] = useState(false)
  const [secrets, setSecrets] = useState<Secrets | null>(null)
  const task = useTask()
  useEffect(() => {
    const clear = () => {
      if (document.visibilityState === 'hidden') setSecrets(null)
    }
    const leave = () => setSecrets(null)
    document.addEventListener('visibilitychange', clear)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', clear)
      removeEventListener('pagehide', leave)
    }
  }, [])
  const show = () =>
    void task.run(async () => {
      await power()
      setSecrets(await call('exportSecrets', undefined))
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
        <p>{t('export.text')}</p>
        <ul className="facts">
          <li>{t('export.nobody')}</li>
          <li>{t('export.screen')}</li>
          <li>{t('export.told')}</li>
        </ul>
        <Agree checked={agreed} onChange={setAgreed} text={t('export.agree')} />
        <TroubleNote trouble={task.trouble} />
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
