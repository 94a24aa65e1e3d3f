import { shortAddress } from '../../lib/format.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { findNetwork } from '../../state/networks.js'
import { activeConnection, sessionStore } from '../../state/session.js'
import { Rich } from '../../ui/Rich.js'

/** "as 0x8f3a…c41d on Base". */
export function ConnectedAs() {
  const dialog = useDialog()
  const connection = useDialogStore(sessionStore, activeConnection)
  const address = connection?.accounts[0]?.address
  if (!connection || !address) return null
  const network = findNetwork(dialog, connection.networkId)?.name
  const parts = [<bdi key="address" dir="ltr" className="mono" />]
  const values = { address: shortAddress(address), network: network ?? '' }
  return <Rich id={network ? 'connecting.connectedBody' : 'connecting.connectedBodyPlain'} values={values} parts={parts} />
}
