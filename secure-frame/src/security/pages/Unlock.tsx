import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { CodeField } from '../fields.js'
import { askPasskey } from '../passkey.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'
import { usePasskey } from '../usePasskey.js'

/** A new device of an "only you" wallet: a passkey or the recovery code opens it here, and the device gets a key of its own. */
export function Unlock() {
  const { call, overview, reload } = useSecurity()
  const of = (wanted: 'code' | 'passkey') => overview.factors.some(({ type }) => type === wanted)
  const [code, setCode] = useState('')
  const task = useTask()
  const { during, waiting } = usePasskey()
  const open = (answer: () => Promise<void>) =>
    void task.run(async () => {
      await answer()
      setCode('')
      await reload()
    })
  const byPasskey = () =>
    open(async () => {
      const request = await call('passkeys', undefined)
      const passkey = await during((stop) => askPasskey(request, request.credIds, stop))
      await call('unlock', { passkey }).finally(() => passkey.secret.fill(0))
    })
  if (!overview.locked) return <Done name="unlock" title={t('unlock.done')} text={t('unlock.doneText')} onDone={() => window.close()} />
  if (overview.factors.length === 0)
    return (
      <Screen name="unlock" title={t('security.unlockTitle')}>
        <Note tone="neg" title={t('unlock.none')} text={t('unlock.noneText')} />
      </Screen>
    )
  return (
    <Screen
      name="unlock"
      title={t('security.unlockTitle')}
      onSubmit={() => of('code') && code.trim() !== '' && open(() => call('unlock', { code }))}
      busy={task.busy}
      footer={of('code') ? <Submit label={t('unlock.withCode')} busy={task.busy} disabled={code.trim() === ''} /> : null}
    >
      <p>{t('unlock.text')}</p>
      {of('passkey') ? (
        <button type="button" className={of('code') ? 'btn soft' : 'btn'} aria-disabled={task.busy || undefined} onClick={byPasskey}>
          {t('unlock.withPasskey')}
        </button>
      ) : null}
      {waiting}
      {of('code') ? <CodeField value={code} onChange={setCode} /> : null}
      <ErrorNote error={task.error} />
      <p className="label muted">{t('unlock.lost')}</p>
    </Screen>
  )
}
