import { type CaipNetworkId, toCaipAddress } from '@latchkey/protocol'
import { useEffect } from 'react'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { identitiesStore } from '../../state/identities.js'
import { wantIdentity } from './identities.js'

/** The public name of an address on a network, once it is known; undefined for an address without one. */
export function useName(networkId: CaipNetworkId | undefined, address: string | undefined): string | undefined {
  const dialog = useDialog()
  useEffect(() => {
    if (networkId && address) wantIdentity(dialog, networkId, address)
  }, [dialog, networkId, address])
  return (
    useDialogStore(identitiesStore, (known) => (networkId && address ? known[toCaipAddress(networkId, address)]?.name : undefined)) ??
    undefined
  )
}
