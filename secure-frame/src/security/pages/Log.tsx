import { socialProviderName } from '@latchkey/protocol'
import type { AuditEntry } from '@latchkey/protocol/schemas/account'
import { useEffect, useState } from 'react'
import { type MessageId, t } from '../../shell/i18n.js'
import { useSecurity, useTask } from '../context.js'
import { moment } from '../dates.js'
import { ErrorNote, Screen, Submit } from '../Screen.js'

/** Entries that the server sends at a time. */
const page = 50

const names: Readonly<Record<string, MessageId>> = {
  'token-issued': 'event.signedIn',
  'token-reused': 'event.tokenReused',
  'code-wrong': 'event.codeWrong',
  'device-verified': 'event.deviceVerified',
  'address-unlocked': 'event.addressUnlocked',
  'step-up': 'event.stepUp',
  'signed-out': 'event.signedOut',
  'signed-out-everywhere': 'event.signedOutEverywhere',
  'session-revoked': 'event.sessionRevoked',
  'wallet-created': 'event.walletCreated',
  'wallet-activated': 'event.walletActivated',
  'share-released': 'event.shareReleased',
  'slot-added': 'event.slotAdded',
  'slot-removed': 'event.slotRemoved',
  'rotation-prepared': 'event.rotationPrepared',
  rotated: 'event.rotated',
  'custody-changed': 'event.custodyChanged',
  'export-allowed': 'event.exportAllowed',
  exported: 'event.exported',
  'kit-saved': 'event.kitSaved',
  'approval-accepted': 'event.approved',
  'approval-rejected': 'event.rejected',
  'email-changed': 'event.emailChanged',
  'email-reverted': 'event.emailReverted',
  'identity-added': 'event.identityAdded',
  'identity-removed': 'event.identityRemoved',
  'deletion-requested': 'event.deletionRequested',
  'deletion-cancelled': 'event.deletionCancelled',
}
const slotNames: Readonly<Record<string, MessageId>> = {
  device: 'event.slotDevice',
  code: 'code.title',
  passkey: 'passkey.title',
  assist: 'event.slotAssist',
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { at, event, outcome, origin, network, thisDevice, meta } = entry
  const name = names[event]
  const slot = slotNames[meta.slotType ?? '']
  const what = [name ? t(name) : event, slot ? t(slot) : '', meta.method ?? '', socialProviderName(meta.provider ?? '')]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className="entry" data-event={event}>
      <span className="name">
        {what}
        {outcome === 'refused' ? <span className="badge">{t('log.refused')}</span> : null}
      </span>
      <span className="label muted">
        {[moment(Date.parse(at)), thisDevice ? t('devices.this') : '', origin ?? '', network ?? ''].filter(Boolean).join(' · ')}
      </span>
    </li>
  )
}

/** What happened to this wallet, newest first, as the server wrote it down. */
export function Log() {
  const { call, back } = useSecurity()
  const [entries, setEntries] = useState<readonly AuditEntry[] | null>(null)
  const [more, setMore] = useState(false)
  const task = useTask()
  const load = () =>
    void task.run(async () => {
      const before = entries?.at(-1)?.id
      const { entries: next } = await call('log', before === undefined ? {} : { before })
      setEntries([...(entries ?? []), ...next])
      setMore(next.length === page)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(load, [])
  return (
    <Screen
      name="log"
      title={t('log.title')}
      onBack={back}
      onSubmit={load}
      busy={task.busy}
      footer={more || (task.error && !entries) ? <Submit label={t(entries ? 'log.more' : 'security.again')} busy={task.busy} /> : null}
    >
      <p>{t('log.text')}</p>
      {entries ? (
        <ul className="lines">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : task.error ? null : (
        <div className="skeletons">
          <i />
          <i />
        </div>
      )}
      {entries?.length === 0 ? <p className="muted">{t('log.empty')}</p> : null}
      <ErrorNote error={task.error} />
    </Screen>
  )
}
