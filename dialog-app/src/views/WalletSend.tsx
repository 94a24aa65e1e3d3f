import { useEffect, useState } from 'react'
import { familyName } from '../features/connect/family.js'
import { canSend } from '../features/money/send/draft.js'
import { shownSend } from '../features/money/send/shownSend.js'
import { push } from '../features/navigator/view.js'
import { offers } from '../features/settings/offers.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { sendStore } from '../state/send.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { transactionsStore } from '../state/transactions.js'
import { Button } from '../ui/Button.js'
import { Hero } from '../ui/templates.js'
import { FamilyIcon } from './family/FamilyIcon.js'
import { SendFailed } from './send/SendFailed.js'
import { SendForm } from './send/SendForm.js'
import { SendResult } from './send/SendResult.js'
import './send/send.css'

/** A chain family that the dialog only receives on. */
function OnlyReceive() {
  const dialog = useDialog()
  const t = useT()
  const connection = useDialogStore(sessionStore, activeConnection)
  const canReceive = useDialogStore(settingsStore, offers.WalletReceive)
  const namespace = connection?.accounts[0]?.namespace
  if (!connection || !namespace) return null
  const family = t(familyName(namespace))
  return (
    <Hero
      title={t('send.title')}
      icon={<FamilyIcon namespace={namespace} size={56} />}
      heading={t('send.onlyReceiveTitle', { family })}
      body={t('send.onlyReceiveBody', { wallet: connection.wallet.name })}
      footer={canReceive && <Button onClick={() => push(dialog, 'WalletReceive')}>{t('account.receive')}</Button>}
    />
  )
}

/** Sends coins and tokens: the form, why nothing was sent, and what became of what was. */
export function WalletSend() {
  const dialog = useDialog()
  const namespace = useDialogStore(sessionStore, ({ activeNamespace }) => activeNamespace)
  const [sends, setSends] = useState(true)
  const failure = useDialogStore(sendStore, (draft) => draft.failure)
  useDialogStore(transactionsStore)
  useDialogStore(sessionStore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chain family
  useEffect(() => {
    let isCurrent = true
    canSend(dialog).then(
      (can) => isCurrent && setSends(can),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [dialog, namespace])
  const sent = shownSend(dialog)
  if (sent) return <SendResult key={sent.id} transaction={sent} />
  if (!sends) return <OnlyReceive />
  if (failure && failure.problem !== 'refused') return <SendFailed failure={failure} />
  return <SendForm />
}
