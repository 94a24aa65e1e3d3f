import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'

/** Ends every session and destroys every device's key share. It needs a fresh proof: a thief must not take the wallet from its owner by it. */
export function SignOut() {
  const { call, overview, power, back } = useSecurity()
  const [done, setDone] = useState<'gone' | 'later' | null>(null)
  const task = useTask()
  const end = async () => {
    await task.run(async () => {
      await power()
      const { shredAt } = await call('signOutEverywhere', undefined)
      setDone(shredAt === null ? 'gone' : 'later')
    })
  }
  if (done)
    return (
      <Done
        name="signOut"
        title={t('signOut.done')}
        text={`${t(`signOut.${done}`)} ${t('signOut.doneText')}`}
        onDone={() => window.close()}
      />
    )
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
      <ErrorNote error={task.error} />
    </Screen>
  )
}
