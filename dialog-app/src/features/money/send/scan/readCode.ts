import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../../../lib/dialog.js'
import type { Payment, PaymentCodes } from '../../../../namespaces/paymentCodes.js'
import { readAddress } from '../../../../namespaces/readAddress.js'
import { knownNamespaces, loadNamespace } from '../../../../namespaces/registry.js'
import type { ScanHint } from '../../../../state/scan.js'

/** What stands in a code. */
export type Code =
  | { readonly kind: 'recipient'; readonly recipient: string }
  | { readonly kind: 'payment'; readonly family: NamespaceId; readonly payment: Payment }
  | { readonly kind: ScanHint }

/** A name has a dot in it, and nothing of a link. */
const isName = (text: string) => /^[^\s.:/?#]+(\.[^\s.:/?#]+)+$/.test(text)

function readPayment(codes: PaymentCodes, uri: string): Payment | undefined {
  try {
    return codes.read(uri)
  } catch {
    return undefined
  }
}

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
    const payment = readPayment(codes, written)
    if (!payment) return { kind: 'otherwise' }
    // The recipient is judged by the form, which says what is wrong with it.
    const isSure = payment.contract === undefined || (await readAddress(dialog, payment.contract))?.family === family
    return isSure ? { kind: 'payment', family, payment } : { kind: 'nothing' }
  }
  const isRecipient = isName(written) || (await readAddress(dialog, written)) !== undefined
  return isRecipient ? { kind: 'recipient', recipient: written } : { kind: 'nothing' }
}
