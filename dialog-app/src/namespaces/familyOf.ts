import { addressOrder, type NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { loadNamespace } from './registry.js'

/**
 * The family that an address is of; undefined for what is no address of any. Fetches the families' code.
 */
export async function familyOf(dialog: Dialog, address: string): Promise<NamespaceId | undefined> {
  for (const id of addressOrder) if ((await loadNamespace(dialog, id)).isAddress(address)) return id
  return undefined
}
