import { recoverProgramFile } from '@latchkey/protocol'
import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { CodeField } from '../fields.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'

/** Gives a file to the browser's downloads. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the blob once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** The recovery kit: a file that the recovery code opens without any server. */
export function Kit() {
  const { call, overview, power, back, go } = useSecurity()
  const [code, setCode] = useState('')
  const [done, setDone] = useState(false)
  const task = useTask()
  const download = async () => {
    const error = await task.run(async () => {
      await power()
      const { name, text } = await call('kit', { code })
      save(name, text)
      setCode('')
    })
    if (error === null) setDone(true)
  }
  if (done)
    return (
      <Done name="kit" title={t('kit.done')} text={t('kit.doneText')} onDone={back}>
        <a className="btn soft" href={`/${recoverProgramFile}`} download={recoverProgramFile}>
          {t('kit.program')}
        </a>
      </Done>
    )
  if (!overview.factors.some(({ type }) => type === 'code'))
    return (
      <Screen
        name="kit"
        title={t('kit.title')}
        onBack={back}
        onSubmit={() => go('code')}
        footer={<Submit label={t('onlyYou.addCode')} busy={false} />}
      >
        <p>{t('kit.text')}</p>
        <Note tone="warn" title={t('kit.first')} text={t('kit.firstText')} />
      </Screen>
    )
  return (
    <Screen
      name="kit"
      title={t('kit.title')}
      onBack={back}
      onSubmit={() => void download()}
      busy={task.busy}
      footer={<Submit label={t('kit.save')} busy={task.busy} disabled={code.trim() === ''} />}
    >
      <p>{t('kit.text')}</p>
      <CodeField value={code} onChange={setCode} />
      <ErrorNote error={task.error} />
    </Screen>
  )
}
