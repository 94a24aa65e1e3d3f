import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { useSecurity, useTask } from '../context.js'
import { Factors } from '../Factors.js'
import { askPasskey, makePasskey } from '../passkey.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'
import { usePasskey } from '../usePasskey.js'

/** What the same attempt would meet again: a recovery code is offered in its place. */
const otherWay: ReadonlySet<string> = new Set(['passkey_missing', 'passkey_plain', 'passkey_foreign', 'passkey_silent'])

/** Passkeys: made on this device or a phone, and used once before they count. */
export function Passkey() {
  const { call, overview, power, reload, back, go } = useSecurity()
  const [done, setDone] = useState(false)
  const [doing, setDoing] = useState<'making' | 'using' | null>(null)
  const task = useTask()
  const { during, waiting } = usePasskey()
  const factors = overview.factors.filter(({ type }) => type === 'passkey')
  const add = async () => {
    const error = await task.run(async () => {
      await power()
      const request = await call('passkeys', undefined)
      setDoing('making')
      const credId = await during((stop) => makePasskey(request, stop))
      setDoing('using')
      // Asked once, it gives the secret as it will give it on another device; a slot that this secret opens is known to work.
      const answer = await during((stop) => askPasskey(request, [credId], stop))
      await call('addPasskey', answer)
        .then(() => call('provePasskey', answer))
        .finally(() => answer.secret.fill(0))
      await reload()
    })
    setDoing(null)
    if (error === null) setDone(true)
  }
  if (done) return <Done name="passkey" title={t('passkey.done')} text={t('passkey.doneText')} onDone={back} />
  return (
    <Screen
      name="passkey"
      title={t('passkey.title')}
      onBack={back}
      onSubmit={() => void add()}
      busy={task.busy}
      footer={
        <>
          <Submit label={t(factors.length ? 'passkey.more' : 'passkey.add')} busy={task.busy} />
          {task.error && otherWay.has(task.error.reason) ? (
            <button type="button" className="btn soft" onClick={() => go('code')}>
              {t('onlyYou.addCode')}
            </button>
          ) : null}
        </>
      }
    >
      <p>{t('passkey.text')}</p>
      {doing ? <p role="status">{t(doing === 'making' ? 'passkey.making' : 'passkey.using')}</p> : null}
      {waiting}
      <Factors factors={factors} name={t('passkey.title')} />
      <ErrorNote error={task.error} />
    </Screen>
  )
}
