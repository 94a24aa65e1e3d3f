import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { Factors } from '../Factors.js'
import { CodeField } from '../fields.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'

/** The code, once, in groups of four that are read and written down one by one. */
function Shown({ code, onNext, onBack }: { readonly code: string; readonly onNext: () => void; readonly onBack: () => void }) {
  return (
    <Screen
      name="code-shown"
      title={t('code.shown')}
      onBack={onBack}
      onSubmit={onNext}
      footer={<Submit label={t('code.written')} busy={false} />}
    >
      <p>{t('code.shownText')}</p>
      <ol className="groups mono" dir="ltr" data-testid="recovery-code">
        {code.split('-').map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place in the code is what a group is
          <li key={index}>{group}</li>
        ))}
      </ol>
      <Note tone="warn" title={t('code.once')} text={t('code.onceText')} />
    </Screen>
  )
}

/** A recovery code: made, shown once, and typed back before it counts. */
export function Code() {
  const { call, overview, power, reload, back } = useSecurity()
  const [step, setStep] = useState<'list' | 'shown' | 'typing' | 'done'>('list')
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState('')
  const task = useTask()
  const factors = overview.factors.filter(({ type }) => type === 'code')
  const leave = () => {
    setCode('')
    setTyped('')
    setStep('list')
    void reload().catch(() => undefined)
  }

  const create = () =>
    void task.run(async () => {
      await power()
      setCode((await call('addCode', undefined)).code)
      setStep('shown')
    })
  const prove = () =>
    void task.run(async () => {
      await power()
      await call('proveCode', { code: typed, ...(code ? { shown: code } : {}) })
      setCode('')
      setTyped('')
      await reload()
      setStep('done')
    })

  if (step === 'done') return <Done name="code" title={t('code.done')} text={t('code.doneText')} onDone={back} />
  if (step === 'shown') return <Shown code={code} onNext={() => setStep('typing')} onBack={leave} />
  if (step === 'typing')
    return (
      <Screen
        name="code-typing"
        title={t('code.typing')}
        onBack={code ? () => setStep('shown') : leave}
        onSubmit={prove}
        busy={task.busy}
        footer={<Submit label={t('code.prove')} busy={task.busy} disabled={typed.trim() === ''} />}
      >
        <p>{t('code.typingText')}</p>
        <CodeField value={typed} onChange={setTyped} />
        <ErrorNote error={task.error} />
      </Screen>
    )
  const unproven = factors.length > 0 && !factors.some(({ proven }) => proven)
  return (
    <Screen
      name="code"
      title={t('code.title')}
      onBack={back}
      onSubmit={create}
      busy={task.busy}
      footer={
        <>
          <Submit label={t(factors.length ? 'code.replace' : 'code.create')} busy={task.busy} />
          {unproven ? (
            <button type="button" className="btn soft" onClick={() => setStep('typing')}>
              {t('code.proveNow')}
            </button>
          ) : null}
        </>
      }
    >
      <p>{t('code.text')}</p>
      <Factors factors={factors} name={t('code.title')} />
      <ErrorNote error={task.error} />
    </Screen>
  )
}
