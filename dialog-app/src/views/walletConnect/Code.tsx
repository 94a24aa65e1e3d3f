import { limits } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { useConsentMissing } from '../../features/connect/consent.js'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { pairingStore } from '../../state/pairing.js'
import { Icon } from '../../ui/Icon.js'
import { announce } from '../../ui/live.js'
import { WalletIcon } from '../../ui/Picture.js'
import { Rich } from '../../ui/Rich.js'
import { Ring } from '../../ui/Ring.js'
import { useKeptFocus } from '../connecting/useKeptFocus.js'
import { useSecondsLeft } from '../useSecondsLeft.js'
import { CopyLink } from './CopyLink.js'
import { QrTile } from './QrTile.js'

/** How long a code is offered, milliseconds: what its ring is drawn against. */
const codeLife = limits.pairingExpiry - limits.pairingExpiryMargin

/** From here on (s) the ring shows the accent and the seconds are written. */
const soonFrom = 60
/** Said aloud at these seconds only. */
const spoken: readonly number[] = [60, 30, 10]

function useSpokenTime(seconds: number, renewals: number) {
  const dialog = useDialog()
  const t = useT()
  useEffect(() => {
    if (spoken.includes(seconds)) announce(dialog, t('pair.secondsLeft', { seconds }))
  }, [seconds, t, dialog])
  useEffect(() => {
    if (renewals > 0) announce(dialog, t('pair.renewed'))
  }, [renewals, t, dialog])
}

/** The code, how to use it, and what to do without a camera. */
export function Code() {
  const dialog = useDialog()
  const t = useT()
  const { wallet, phase, code, renewals, slow, scanned, lasting } = useDialogStore(pairingStore)
  const [again, setAgain] = useState<string>()
  const seconds = useSecondsLeft(code?.expiresAt)
  useSpokenTime(code ? seconds : -1, renewals)
  const name = wallet?.name ?? t('pair.anyWallet')
  const unread = useConsentMissing()
  const dead = phase === 'unreachable' || phase === 'expired'
  useKeptFocus(!dead)
  // Somebody else may want to scan it: then it is shown again.
  const taken = scanned && code !== null && again !== code.uri
  const soon = code !== null && seconds <= soonFrom
  const words = taken
    ? { head: t('pair.scannedTitle'), body: t('pair.scannedBody') }
    : code
      ? {
          head: wallet ? t('pair.scan', { wallet: name }) : t('pair.scanAny'),
          body: wallet ? t('pair.how', { wallet: name }) : t('pair.howAny'),
        }
      : { head: t(unread ? 'pair.termsTitle' : 'pair.preparing'), body: t(unread ? 'pair.termsBody' : 'pair.preparingBody') }
  const overId = phase === 'expired' ? 'pair.expiredTitle' : 'pair.unreachableTitle'
  const bodyId = phase === 'expired' ? 'pair.expiredBody' : 'pair.unreachableBody'
  useEffect(() => {
    if (dead) announce(dialog, `${t(overId)}. ${t(bodyId)}`, 'assertive')
  }, [dead, overId, bodyId, t, dialog])
  useEffect(() => {
    if (taken) announce(dialog, t('pair.approve', { wallet: wallet?.name ?? t('switch.yourWallet') }))
  }, [taken, wallet, t, dialog])
  const approve = taken && (
    <>
      <Ring state="run">
        <WalletIcon src={wallet?.icon} name={wallet?.name ?? 'W'} size={72} />
      </Ring>
      <p className="strong">{t('pair.approve', { wallet: wallet?.name ?? t('switch.yourWallet') })}</p>
      <p className="t-label">{t('pair.approveBody')}</p>
    </>
  )
  const over = dead && (
    <>
      <Icon name={phase === 'expired' ? 'clock' : 'offline'} className="why" />
      <p className="strong">{t(overId)}</p>
      <p className="t-label">{t(bodyId)}</p>
    </>
  )
  return (
    <>
      <QrTile
        text={code?.uri}
        label={t('pair.code', { wallet: name, minutes: Math.max(1, Math.ceil(seconds / 60)) })}
        wallet={wallet}
        part={code ? Math.min(1, (seconds * 1_000) / codeLife) : 0}
        soon={soon}
        over={over || approve || undefined}
      />
      {!dead && (
        <div className="under">
          <p className="strong">{words.head}</p>
          <p className="t-label muted">
            {slow ? (
              t(code ? 'pair.lost' : 'pair.slow')
            ) : soon ? (
              <Rich id="pair.soon" values={{ seconds }} parts={[<bdi key="seconds" dir="ltr" />]} />
            ) : (
              words.body
            )}
          </p>
          {code && !lasting && <p className="t-micro muted">{t('pair.memory')}</p>}
          {taken ? (
            <button type="button" className="btn-inline" onClick={() => setAgain(code.uri)}>
              {t('pair.showAgain')}
            </button>
          ) : code ? (
            <CopyLink uri={code.uri} />
          ) : (
            <span className="copy-room" />
          )}
        </div>
      )}
    </>
  )
}
