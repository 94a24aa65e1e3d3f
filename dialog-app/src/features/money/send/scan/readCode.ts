import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../../../lib/dialog.js'
import { familyOf } from '../../../../namespaces/familyOf.js'
import type { Payment } from '../../../../namespaces/paymentCodes.js'
import { knownNamespaces, loadNamespace } from '../../../../namespaces/registry.js'
import type { ScanHint } from '../../../../state/scan.js'

/** What stands in a code. */
export type Code =
  | { readonly kind: 'recipient'; readonly recipient: string }
  | { readonly kind: 'payment'; readonly family: NamespaceId; readonly payment: Payment }
  | { readonly kind: ScanHint }

/** A name has a dot in it, and nothing of a link. */
const isName = (text: string) => /^[^\s.:/?#]+(\.[^\s.:/?#]+)+$/.test(text)

/**
 * Reads the text of a QR code: an address of any family, a name, or a payment (EIP-681, Solana Pay, BIP-21).
 *
 * @throws what `import()` throws when the families' code cannot be fetched
 */
export async function readCode(dialog: Dialog, text: string): Promise<Code> {
  const written = text.trim()
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(written)?.[1]?.toLowerCase()
  for (const family of scheme === undefined ? [] : knownNamespaces(dialog)) {
    const codes = await (await loadNamespace(dialog, family)).paymentCodes?.()
    if (!codes || codes.scheme !== scheme) continue
    try {
      return { kind: 'payment', family, payment: codes.read(written) }
    } catch {
      return { kind: 'otherwise' }
    }
  }
  const isRecipient = isName(written) || (await familyOf(dialog, written)) !== undefined
  return isRecipient ? { kind: 'recipient', recipient: written } : { kind: 'nothing' }
}
