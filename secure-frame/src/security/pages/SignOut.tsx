import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { Done, Screen, Submit, TroubleNote } from '../Screen.js'

/** Ends every session and destroys every device's half. It needs no fresh proof: it only takes away. */
export function SignOut() {
  const { call, overview, back } = useSecurity()
  const [done, setDone] = useState(false)
  const task = useTask()
  const end = async () => {
    if ((await task.run(() => call('signOutEverywhere', undefined))) === null) setDone(true)
  }
  if (done) return <Done name="signOut" title={t('signOut.done')} text={t('signOut.doneText')} onDone={() => window.close()} />
  return (
    <Screen
      name="signOut"
      title={t('signOut.title')}
      onBack={back}
      onSubmit={() => void end()}
      busy={task.busy}
      footer={<Submit label={t('signOut.do')} busy={task.busy} danger />}
    >
      <p>{t('signOut.text')}</p>
      {overview.custody === 'user' ? <Note tone="warn" title={t('signOut.factor')} text={t('signOut.factorText')} /> : null}
      <TroubleNote trouble={task.trouble} />
    </Screen>
  )
}
