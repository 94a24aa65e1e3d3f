import { useCallback, useEffect, useState } from 'react'
import { t, words } from '../../shell/i18n.js'
import { Note } from '../../ui/Note.js'
import type { PermissionView } from '../../worker/security/contract.js'
import { useSecurity, useTask } from '../context.js'
import { moment } from '../dates.js'
import { Row } from '../Row.js'
import { ErrorNote, Screen, Submit } from '../Screen.js'

const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-6)}`
const nameOf = ({ site, spender }: PermissionView) => (site ? `${site.replace(/^https:\/\//, '')} · ${shorten(spender)}` : shorten(spender))
const keyOf = ({ network, contract, amount }: PermissionView) => `${network} ${contract} ${amount}`

function noteOf({ amount, left, period, until, networkName }: PermissionView): string {
  const ended = until !== null && until <= Date.now()
  const end = until === null ? t('permissions.endless') : t(ended ? 'permissions.ended' : 'permissions.until', { time: moment(until) })
  return [amount, words(period), t('permissions.left', { amount: left }), end, networkName].join(' · ')
}

type Removal = { readonly key: string; readonly fee: string; readonly affordable: boolean }

/** Who may spend without asking, and the way to end it: one press says what it costs, the next one sends it. */
export function Permissions() {
  const { call, back } = useSecurity()
  const [found, setFound] = useState<Awaited<ReturnType<typeof read>> | null>(null)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const [removed, setRemoved] = useState(false)
  const loading = useTask()
  const task = useTask()
  const read = useCallback(() => call('permissions', undefined), [call])
  const load = () => void loading.run(async () => setFound(await read()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(load, [])
  const ask = (one: PermissionView) =>
    void task.run(async () => {
      setRemoved(false)
      setRemoval(null)
      const { network, contract } = one
      setRemoval({ key: keyOf(one), ...(await call('askRemoval', { network, contract })) })
    })
  const remove = ({ network, contract }: PermissionView) =>
    void task.run(async () => {
      setRemoval(null)
      await call('removePermission', { network, contract })
      setRemoved(true)
      setFound(await read())
    })
  return (
    <Screen
      name="permissions"
      title={t('permissions.title')}
      onBack={back}
      busy={loading.busy || task.busy}
      onSubmit={load}
      footer={loading.error ? <Submit label={t('security.again')} busy={false} /> : null}
    >
      <p>{t('permissions.text')}</p>
      {found?.permissions.length ? (
        <ul className="lines">
          {found.permissions.map((one) => {
            const asked = removal?.key === keyOf(one)
            return (
              <Row
                key={keyOf(one)}
                icon="key"
                name={nameOf(one)}
                note={noteOf(one)}
                end={
                  <button
                    type="button"
                    className="btn-inline"
                    aria-disabled={task.busy || (asked && !removal.affordable) || undefined}
                    aria-label={t(asked ? 'permissions.reallyNamed' : 'permissions.removeNamed', { name: nameOf(one) })}
                    onClick={() => (!asked ? ask(one) : removal.affordable ? remove(one) : undefined)}
                  >
                    {t(asked ? 'permissions.really' : 'permissions.remove')}
                  </button>
                }
              />
            )
          })}
        </ul>
      ) : found || loading.error ? null : (
        <div className="skeletons">
          <i />
          <i />
        </div>
      )}
      {found && found.permissions.length === 0 && found.unavailable.length === 0 ? <p className="muted">{t('permissions.none')}</p> : null}
      {found && found.unavailable.length > 0 ? (
        <Note
          tone="warn"
          title={t('permissions.unavailable', { networks: found.unavailable.join(', ') })}
          text={t('permissions.unavailableText')}
        />
      ) : null}
      {task.busy ? <p role="status">{t('permissions.working')}</p> : null}
      {removal ? <p role="status">{t(removal.affordable ? 'permissions.fee' : 'permissions.short', { fee: removal.fee })}</p> : null}
      {removed ? <p role="status">{t('permissions.removed')}</p> : null}
      <ErrorNote error={task.error ?? loading.error} />
    </Screen>
  )
}
