import { useEffect, useState } from 'react'
import { sharedRpcClient } from '../../api/rpcClients.js'
import { networkUrls } from '../../features/networks/networkUrls.js'
import type { Dialog } from '../../lib/dialog.js'
import { useT } from '../../lib/i18n.js'
import { useDialog } from '../../lib/useDialog.js'
import type { ActiveConnection } from '../../state/session.js'
import { Note } from '../../ui/Note.js'

/** EIP-7702: a key's account carries this, and then the address of the contract whose code runs in its place. */
const delegation = /^0xef0100([0-9a-f]{40})$/i

async function contractOf(dialog: Dialog, { networkId }: ActiveConnection, address: string): Promise<string | undefined> {
  const urls = networkUrls(dialog, networkId)
  if (!urls?.length) return undefined
  const code = await sharedRpcClient(dialog, urls).request('eth_getCode', [address, 'latest'])
  const found = delegation.exec(String(code))?.[1]
  return found && `0x${found}`
}

/** A contract acts for the key of the embedded wallet, which never asks for that: somebody else with the key did. One press names it. */
export function ForeignCodeNote({ connection }: { readonly connection: ActiveConnection }) {
  const dialog = useDialog()
  const t = useT()
  const [contract, setContract] = useState<string>()
  const [isShown, setShown] = useState(false)
  const isOurs = connection.wallet.kind === 'embedded'
  const address = isOurs ? connection.accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')?.address : undefined
  useEffect(() => {
    let isWanted = true
    setContract(undefined)
    if (address)
      contractOf(dialog, connection, address).then(
        (found) => isWanted && setContract(found),
        // A node that does not answer says nothing.
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [dialog, connection, address])
  if (!contract) return null
  return (
    <Note icon="alert" tone="negative" title={t('account.foreignCode')}>
      <p>{t('account.foreignCodeBody')}</p>
      {isShown ? (
        <p className="mono wrap" dir="ltr">
          {contract}
        </p>
      ) : (
        <button type="button" className="btn-inline note-action" onClick={() => setShown(true)}>
          {t('account.foreignCodeShow')}
        </button>
      )}
    </Note>
  )
}
