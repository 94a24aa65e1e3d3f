import type { Vault } from '@latchkey/protocol/schemas/account'
import type { KeyValue } from '../storage/keyValue.js'
import { randomBytes, wipe } from './bytes.js'
import { importSecret } from './vaultKey.js'

/* This device's halves: keys that can be derived from and not read, by the slot that each opens. */

/** Where the half of a slot is kept. */
export const halfKey = (slotId: string): string => `half:${slotId}`

/** A user half for this device. */
export async function newDeviceHalf(): Promise<CryptoKey> {
  const bytes = randomBytes(32)
  try {
    return await importSecret(bytes)
  } finally {
    wipe(bytes)
  }
}

/** This device's own slots, newest first: those whose half is here. */
export async function ownSlots(storage: KeyValue, { slots }: Pick<Vault, 'slots'>): Promise<{ slotId: string; userHalf: CryptoKey }[]> {
  const found: { slotId: string; userHalf: CryptoKey }[] = []
  for (const { header } of [...slots].reverse()) {
    if (header.type !== 'device') continue
    const userHalf = await storage.get(halfKey(header.slotId))
    if (userHalf instanceof CryptoKey) found.push({ slotId: header.slotId, userHalf })
  }
  return found
}
