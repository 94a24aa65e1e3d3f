import { toCaipAddress } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { showAsProfile } from '../features/names/registration.js'
import { back } from '../features/navigator/view.js'
import { useLabel } from '../features/profile/labels.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { identitiesStore } from '../state/identities.js'
import { nameRegistrationStore } from '../state/nameRegistration.js'
import { findNetwork } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { Address } from '../ui/Bdi.js'
import { Button } from '../ui/Button.js'
import { announce } from '../ui/live.js'
import { WalletIcon } from '../ui/Picture.js'
import { Hero } from '../ui/templates.js'
import { canShare, shareText } from './receive/shareText.js'
import './names/names.css'

/** Characters that one line of the card has room for. */
const short = 16

/** The name is registered: on a card, with where it leads. */
export function RegisterAccountNameSuccess() {
  const dialog = useDialog()
  const t = useT()
  // While it leaves, it still shows whose name it was.
  const [registered] = useState(() => nameRegistrationStore(dialog).getState().registered)
  const connection = useDialogStore(sessionStore, activeConnection)
  const address = registered?.address ?? ''
  const namespace = connection?.accounts[0]?.namespace ?? null
  const label = useLabel(namespace, address)
  const identity = useDialogStore(identitiesStore, (known) => connection && known[toCaipAddress(connection.networkId, address)]?.name)
  const name = registered?.name ?? ''
  const sentence = t('names.doneTitle', { name })
  useEffect(() => announce(dialog, sentence), [dialog, sentence])
  if (!registered) return null
  const [first = '', ...zone] = name.split('.')
  const network = connection && findNetwork(dialog, connection.networkId)
  const isShown = (label ?? identity) === name
  return (
    <Hero
      title={t('names.done')}
      icon={
        <div className="name-card" dir="ltr" aria-hidden="true">
          <span className="hstack between">
            {connection && (
              <WalletIcon src={connection.wallet.icon} name={connection.wallet.name} size={40} shared={connection.wallet.id} />
            )}
            <Address value={address} />
          </span>
          <span className={`whole ${name.length > short ? 't-title two' : 't-display'}`}>
            {first}
            <span>.{zone.join('.')}</span>
          </span>
        </div>
      }
      heading={sentence}
      body={network ? t('names.doneBody', { network: network.name }) : undefined}
      footer={
        <>
          <Button onClick={() => void back(dialog)}>{t('names.done')}</Button>
          {!isShown && (
            <Button kind="soft" onClick={() => showAsProfile(dialog)}>
              {t('names.useAsProfile')}
            </Button>
          )}
          {canShare(name) && (
            <Button kind="text" onClick={() => void shareText(name)}>
              {t('names.share')}
            </Button>
          )}
        </>
      }
    />
  )
}
