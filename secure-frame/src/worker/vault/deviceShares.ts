import type { Vault } from '@latchkey/protocol/schemas/account'
import type { KeyValue } from '../storage/keyValue.js'
import { randomBytes, wipe } from './bytes.js'
import { importSecret } from './vaultKey.js'

/* This device's key shares: keys that can be derived from and not read, by the slot that each opens. */

/** Where the key share of a slot is kept. */
export const shareKey = (slotId: string): string => `share:${slotId}`

/** A user share for this device. */
export async function newDeviceShare(): Promise<CryptoKey> {
  const bytes = randomBytes(32)
  try {
    return await importSecret(bytes)
  } finally {
    wipe(bytes)
  }
}

/** This device's own slots, newest first: those whose key share is here. */
export async function ownSlots(storage: KeyValue, { slots }: Pick<Vault, 'slots'>): Promise<{ slotId: string; userShare: CryptoKey }[]> {
  const found: { slotId: string; userShare: CryptoKey }[] = []
  for (const { header } of [...slots].reverse()) {
    if (header.type !== 'device') continue
    const userShare = await storage.get(shareKey(header.slotId))
    if (userShare instanceof CryptoKey) found.push({ slotId: header.slotId, userShare })
  }
  return found
}
