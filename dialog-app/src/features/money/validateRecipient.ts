import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { familyOf } from '../../namespaces/familyOf.js'
import { loadNamespace } from '../../namespaces/registry.js'

export type AddressVerdict =
  /** In the family's canonical spelling. */
  | { readonly kind: 'right'; readonly address: string }
  /** The sentence `address.otherFamily` says so: its values are the families' names, `family.<id>`. */
  | { readonly kind: 'otherFamily'; readonly family: NamespaceId; readonly message: 'address.otherFamily' }
  /** `address.invalid`. */
  | { readonly kind: 'invalid'; readonly message: 'address.invalid' }

/**
 * Judges an address that a user typed or pasted for a chain family. Spaces around it do not count.
 *
 * @throws what `import()` throws when the families' code cannot be fetched
 */
export async function validateRecipient(dialog: Dialog, text: string, namespace: NamespaceId): Promise<AddressVerdict> {
  const address = text.trim()
  const family = await familyOf(dialog, address)
  if (family === namespace) return { kind: 'right', address: await (await loadNamespace(dialog, namespace)).formatAddress(address) }
  return family ? { kind: 'otherFamily', family, message: 'address.otherFamily' } : { kind: 'invalid', message: 'address.invalid' }
}
