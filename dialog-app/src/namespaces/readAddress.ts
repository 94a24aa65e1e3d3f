import { addressOrder, type NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { loadNamespace } from './registry.js'

/** An address in its family's canonical spelling. */
export type FamilyAddress = { readonly family: NamespaceId; readonly address: string }

/**
 * Reads an address that was typed, pasted, scanned, linked, kept, or answered to a name: the one door for all of them. Fetches the families' code.
 *
 * @returns undefined for what is no address of any family, and for one that contradicts itself: a letter or a capital of it is wrong
 * @throws what `import()` throws when that code cannot be fetched
 */
export async function readAddress(dialog: Dialog, text: string): Promise<FamilyAddress | undefined> {
  for (const family of addressOrder) {
    const { isAddress, isRight, formatAddress } = await loadNamespace(dialog, family)
    if (!isAddress(text)) continue
    // One that is wrong in its own family is not tried in those without a checksum.
    return isRight && !(await isRight(text)) ? undefined : { family, address: await formatAddress(text) }
  }
  return undefined
}
