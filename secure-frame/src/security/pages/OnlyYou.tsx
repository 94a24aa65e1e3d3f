import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { Agree } from '../fields.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'

/** From operator-assisted to "only you". What that means when something is lost is said before. */
export function OnlyYou() {
  const { call, overview, power, reload, back, go } = useSecurity()
  const [agreed, setAgreed] = useState(false)
  const task = useTask()
  const proven = overview.factors.filter((factor) => factor.proven).length
  const take = () =>
    void task.run(async () => {
      await power()
      await call('takeCustody', undefined)
      await reload()
    })
  if (overview.custody === 'user') return <Done name="onlyYou" title={t('onlyYou.done')} text={t('onlyYou.doneText')} onDone={back} />
  if (proven === 0)
    return (
      <Screen
        name="onlyYou"
        title={t('onlyYou.title')}
        onBack={back}
        onSubmit={() => go('code')}
        footer={
          <>
            <Submit label={t('onlyYou.addCode')} busy={false} />
            <button type="button" className="btn soft" onClick={() => go('passkey')}>
              {t('onlyYou.addPasskey')}
            </button>
          </>
        }
      >
        <p>{t('onlyYou.text')}</p>
        <Note tone="warn" title={t('onlyYou.first')} text={t('onlyYou.firstText')} />
      </Screen>
    )
  return (
    <Screen
      name="onlyYou"
      title={t('onlyYou.title')}
      onBack={back}
      onSubmit={() => agreed && take()}
      busy={task.busy}
      footer={<Submit label={t('onlyYou.take')} busy={task.busy} disabled={!agreed} />}
    >
      <p>{t('onlyYou.text')}</p>
      <ul className="facts">
        <li>{t('onlyYou.keeps')}</li>
        <li>{t('onlyYou.loses')}</li>
        <li>{t('onlyYou.backups')}</li>
        <li>{t('onlyYou.noReturn')}</li>
      </ul>
      {proven < 2 ? <Note tone="warn" title={t('onlyYou.two')} text={t('onlyYou.twoText')} /> : null}
      <Agree checked={agreed} onChange={setAgreed} text={t('onlyYou.agree')} />
      <ErrorNote error={task.error} />
    </Screen>
  )
}
