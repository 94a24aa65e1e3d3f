import { useState } from 'react'
import { t } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import { useSecurity, useTask } from '../context.js'
import { day } from '../dates.js'
import { Agree } from '../fields.js'
import { Done, ErrorNote, Screen, Submit } from '../Screen.js'

/** The end of the wallet, after days in which it can be taken back. */
export function Delete() {
  const { call, power, back, go } = useSecurity()
  const [agreed, setAgreed] = useState(false)
  const [deleteAt, setDeleteAt] = useState<number | null>(null)
  const task = useTask()
  const end = () =>
    void task.run(async () => {
      await power()
      setDeleteAt((await call('deleteAccount', undefined)).deleteAt)
    })
  if (deleteAt !== null)
    return <Done name="delete" title={t('delete.done', { day: day(deleteAt) })} text={t('delete.doneText')} onDone={() => window.close()} />
  return (
    <Screen
      name="delete"
      title={t('delete.title')}
      onBack={back}
      onSubmit={() => agreed && end()}
      busy={task.busy}
      footer={
        <>
          <Submit label={t('delete.do')} busy={task.busy} disabled={!agreed} danger />
          <button type="button" className="btn soft" onClick={() => go('export')}>
            {t('delete.export')}
          </button>
        </>
      }
    >
      <p>{t('delete.text')}</p>
      <Note tone="warn" title={t('delete.coins')} text={t('delete.coinsText')} />
      <Agree checked={agreed} onChange={setAgreed} text={t('delete.agree')} />
      <ErrorNote error={task.error} />
    </Screen>
  )
}
