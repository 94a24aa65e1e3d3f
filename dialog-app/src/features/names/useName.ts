import type { NamespaceId } from '@latchkey/protocol'
import { useEffect } from 'react'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { identitiesStore } from '../../state/identities.js'
import { wantIdentity } from './identities.js'

/** The public name of an address, once it is known; undefined for an address without one. */
export function useName(namespace: NamespaceId | undefined, address: string | undefined): string | undefined {
  const dialog = useDialog()
  useEffect(() => {
    if (namespace && address) wantIdentity(dialog, namespace, address)
  }, [dialog, namespace, address])
  return useDialogStore(identitiesStore, (known) => (address ? known[address]?.name : undefined)) ?? undefined
}
