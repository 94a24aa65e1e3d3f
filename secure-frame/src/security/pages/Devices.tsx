import { useCallback, useEffect, useState } from 'react'
import { t } from '../../shell/i18n.js'
import type { DeviceView } from '../../worker/security/contract.js'
import { useSecurity, useTask } from '../context.js'
import { day, moment } from '../dates.js'
import { Row } from '../Row.js'
import { ErrorNote, Screen, Submit } from '../Screen.js'

const nameOf = ({ seen }: DeviceView) => seen?.browser ?? t('devices.away')
const noteOf = ({ seen, since, hasKey }: DeviceView) =>
  [
    seen
      ? t('devices.seen', { time: moment(seen.at), network: seen.network, site: seen.origin })
      : t('devices.unseen', { day: day(since) }),
    ...(hasKey ? [] : [t('devices.keyless')]),
  ].join(' · ')

/** Every device that is signed in or can open the wallet: what, when and where. Each other one can be shut out. */
export function Devices() {
  const { call, power, reload, back, go } = useSecurity()
  const [devices, setDevices] = useState<readonly DeviceView[] | null>(null)
  const [revoking, setRevoking] = useState<string | null>(null)
  const [revoked, setRevoked] = useState(false)
  const loading = useTask()
  const task = useTask()
  const load = useCallback(async () => setDevices(await call('devices', undefined)), [call])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void loading.run(load), [])
  const revoke = (id: string) =>
    void task.run(async () => {
      await power()
      await call('revokeDevice', { id })
      setRevoking(null)
      setRevoked(true)
      await reload()
      await load()
    })
  return (
    <Screen
      name="devices"
      title={t('devices.title')}
      onBack={back}
      busy={loading.busy || task.busy}
      onSubmit={() => void (devices ? go('rotate') : loading.run(load))}
      footer={
        devices ? <Submit label={t('devices.lost')} busy={false} /> : loading.error && <Submit label={t('security.again')} busy={false} />
      }
    >
      <p>{t('devices.text')}</p>
      {devices ? (
        <ul className="lines">
          {devices.map((device) => (
            <Row
              key={device.id}
              icon="device"
              name={nameOf(device)}
              note={noteOf(device)}
              end={
                device.current ? (
                  <span className="badge calm">{t('devices.this')}</span>
                ) : (
                  <button
                    type="button"
                    className="btn-inline"
                    aria-disabled={task.busy || undefined}
                    aria-label={t(revoking === device.id ? 'devices.reallyNamed' : 'devices.revokeNamed', { name: nameOf(device) })}
                    onClick={() => (revoking === device.id ? revoke(device.id) : setRevoking(device.id))}
                  >
                    {t(revoking === device.id ? 'devices.really' : 'devices.revoke')}
                  </button>
                )
              }
            />
          ))}
        </ul>
      ) : loading.error ? null : (
        <div className="skeletons">
          <i />
          <i />
        </div>
      )}
      {devices?.length === 1 ? <p className="muted">{t('devices.alone')}</p> : null}
      {revoked ? <p role="status">{t('devices.revoked')}</p> : null}
      <ErrorNote error={task.error ?? loading.error} />
    </Screen>
  )
}
