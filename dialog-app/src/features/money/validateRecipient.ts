import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readAddress } from '../../namespaces/readAddress.js'

export type AddressVerdict =
  /** In the family's canonical spelling. */
  | { readonly kind: 'right'; readonly address: string }
  /** The sentence `address.otherFamily` says so: its values are the families' names, `family.<id>`. */
  | { readonly kind: 'otherFamily'; readonly family: NamespaceId; readonly message: 'address.otherFamily' }
  /** `address.invalid`. */
  | { readonly kind: 'invalid'; readonly message: 'address.invalid' }

/**
 * Judges an address for a chain family, wherever it came from. Spaces around it do not count.
 *
 * @throws what `import()` throws when the families' code cannot be fetched
 */
export async function validateRecipient(dialog: Dialog, text: string, namespace: NamespaceId): Promise<AddressVerdict> {
  const read = await readAddress(dialog, text.trim())
  if (!read) return { kind: 'invalid', message: 'address.invalid' }
  const { family, address } = read
  return family === namespace ? { kind: 'right', address } : { kind: 'otherFamily', family, message: 'address.otherFamily' }
}
