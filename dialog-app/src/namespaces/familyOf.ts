import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { loadNamespace } from './registry.js'

/**
 * Families in the order in which they are asked. Those whose addresses carry a checksum come first: some of their addresses are made of the
 * characters of Solana's, whose own have none.
 */
const order: readonly NamespaceId[] = ['bip122', 'cosmos', 'polkadot', 'eip155', 'solana']

/**
 * The family that an address is of; undefined for what is no address of any. Fetches the families' code.
 */
export async function familyOf(dialog: Dialog, address: string): Promise<NamespaceId | undefined> {
  for (const id of order) if ((await loadNamespace(dialog, id)).isAddress(address)) return id
  return undefined
}
