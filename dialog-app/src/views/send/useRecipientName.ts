import { useName } from '../../features/names/useName.js'
import { useDialogStore } from '../../lib/useDialog.js'
import { activeConnection, sessionStore } from '../../state/session.js'

type Recipient = { readonly address: string; readonly name?: string }

/** The name that the user wrote; else the public name of the address, once it is known. */
export function useRecipientName(recipient: Recipient | undefined): string | undefined {
  const networkId = useDialogStore(sessionStore, activeConnection)?.networkId
  const publicName = useName(networkId, recipient?.name ? undefined : recipient?.address)
  return recipient?.name ?? publicName
}
