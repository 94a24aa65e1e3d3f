import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { Agree, CodeField } from '../fields.js'
import { askPasskey } from '../passkey.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'
import { usePasskey } from '../usePasskey.js'

/** After a lost device: another key around the same words. Ways in that are not used here are left behind. */
export function Rotate() {
  const { call, overview, power, reload, back } = useSecurity()
  const of = (wanted: 'code' | 'passkey') => overview.factors.some(({ type }) => type === wanted)
  const [code, setCode] = useState('')
  const [withPasskey, setWithPasskey] = useState(of('passkey'))
  const [done, setDone] = useState(false)
  const task = useTask()
  const { during, waiting } = usePasskey()
  const typed = code.trim() !== ''
  const enough = overview.custody === 'operator-assisted' || typed || withPasskey
  const rotate = async () => {
    const error = await task.run(async () => {
      await power()
      const request = withPasskey ? await call('passkeys', undefined) : null
      const passkey = request ? await during((stop) => askPasskey(request, request.credIds, stop)) : null
      await call('rotate', { ...(typed ? { code } : {}), ...(passkey ? { passkey } : {}) }).finally(() => passkey?.secret.fill(0))
      setCode('')
      await reload()
    })
    if (error === null) setDone(true)
  }
  if (done) return <Done name="rotate" title={t('rotate.done')} text={t('rotate.doneText')} onDone={back} />
  return (
    <Screen
      name="rotate"
      title={t('rotate.title')}
      onBack={back}
      onSubmit={() => enough && void rotate()}
      busy={task.busy}
      footer={<Submit label={t('rotate.do')} busy={task.busy} disabled={!enough} />}
    >
      <p>{t('rotate.text')}</p>
      <Note tone="warn" title={t('rotate.seed')} text={t('rotate.seedText')} />
      {of('code') ? <CodeField value={code} onChange={setCode} label={t('rotate.code')} /> : null}
      {of('passkey') ? <Agree checked={withPasskey} onChange={setWithPasskey} text={t('rotate.passkey')} /> : null}
      {waiting}
      {enough ? null : <p className="label warning">{t('rotate.needed')}</p>}
      <ErrorNote error={task.error} />
    </Screen>
  )
}
