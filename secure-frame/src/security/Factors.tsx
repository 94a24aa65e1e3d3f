import { useState } from 'react'
import { t } from '../shell/i18n.js'
import type { FactorView } from '../worker/security/contract.js'
import { useSecurity, useTask } from './context.js'
import { day } from './dates.js'
import { Row } from './Row.js'
import { ErrorNote } from './Screen.js'

/** The factors of one kind, each of which can be taken away. */
export function Factors({ factors, name }: { readonly factors: readonly FactorView[]; readonly name: string }) {
  const { call, power, reload } = useSecurity()
  const [removing, setRemoving] = useState<string | null>(null)
  const task = useTask()
  const remove = (slotId: string) =>
    void task.run(async () => {
      await power()
      await call('removeFactor', { slotId })
      setRemoving(null)
      await reload()
    })
  if (factors.length === 0) return null
  return (
    <>
      <ul className="lines">
        {factors.map(({ slotId, createdAt, proven }) => (
          <Row
            key={slotId}
            icon="key"
            name={name}
            note={t(proven ? 'factor.since' : 'factor.unproven', { day: day(createdAt) })}
            end={
              <button
                type="button"
                className="btn-inline"
                aria-disabled={task.busy || undefined}
                aria-label={t(removing === slotId ? 'factor.reallyNamed' : 'factor.removeNamed', { name, day: day(createdAt) })}
                onClick={() => (removing === slotId ? remove(slotId) : setRemoving(slotId))}
              >
                {t(removing === slotId ? 'factor.really' : 'factor.remove')}
              </button>
            }
          />
        ))}
      </ul>
      {removing ? <p role="status">{t('factor.removeText')}</p> : null}
      <ErrorNote error={task.error} />
    </>
  )
}
