import { useEffect, useRef } from 'react'
import { useLabel } from '../features/profile/labels.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { findNetwork } from '../state/networks.js'
import { type ActiveConnection, activeConnection, sessionStore } from '../state/session.js'
import { IconButton } from '../ui/Button.js'
import { ListView } from '../ui/templates.js'
import { AccountMenu } from './account/AccountMenu.js'
import { AccountTabs } from './account/AccountTabs.js'
import { ForeignCodeNote } from './account/ForeignCodeNote.js'
import { Identity } from './account/Identity.js'
import { NetworkChip } from './account/NetworkChip.js'
import { Reconnecting } from './account/Reconnecting.js'
import { Tiles } from './account/Tiles.js'
import { Total } from './account/Total.js'
import { UnsupportedNote } from './account/UnsupportedNote.js'
import './account/account.css'

/** While the view leaves after a disconnect, it still shows whose account it was. */
function useConnection(): ActiveConnection | undefined {
  const now = useDialogStore(sessionStore, activeConnection)
  const last = useRef(now)
  useEffect(() => {
    if (now) last.current = now
  }, [now])
  return now ?? last.current
}

const chip = <NetworkChip />

/** Who is connected, what they have, and where to go from here. */
export function Account() {
  const dialog = useDialog()
  const t = useT()
  const connection = useConnection()
  const menu = useRef<HTMLDivElement>(null)
  const account = connection?.accounts[0]
  const label = useLabel(account?.namespace ?? null, account?.address ?? '')
  if (!connection || !account) return null
  const { address, namespace } = account
  const network = findNetwork(dialog, connection.networkId)
  // The list above may be long: a way past it.
  const more = <IconButton icon="more" label={t('account.menu')} onClick={() => menu.current?.querySelector('button')?.focus()} />
  return (
    <ListView title={t('account.title')} start={chip} tight>
      <Reconnecting wallet={connection.wallet.name} />
      {!network && <UnsupportedNote />}
      <ForeignCodeNote connection={connection} />
      <Identity
        key={`${namespace} ${address}`}
        address={address}
        networkId={connection.networkId}
        wallet={connection.wallet}
        label={label}
        end={more}
      />
      <Total />
      <Tiles />
      <AccountTabs namespace={namespace} />
      <AccountMenu connection={connection} network={network} address={address} top={menu} />
    </ListView>
  )
}
