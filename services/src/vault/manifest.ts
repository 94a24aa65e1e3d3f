import type { NewSlot, SlotHeader, VaultManifest } from '@latchkey/protocol/schemas/account'
import { AccountError } from '../accounts/accountError.js'
import { canonicalHash } from './signature.js'

type Canonical = Parameters<typeof canonicalHash>[0]

export const headerHash = (header: SlotHeader) => canonicalHash(header as unknown as Canonical)
export const manifestHash = (manifest: VaultManifest) => canonicalHash(manifest as unknown as Canonical)

const mistake = () => new AccountError('vault_manifest')

/**
 * Checks that a manifest says what the write does. The server cannot read a wallet, but it keeps its facts consistent.
 *
 * @param slots headers of all slots that there will be
 * @throws AccountError `vault_manifest`
 */
export function requireManifest(
  manifest: VaultManifest,
  expected: {
    readonly walletId: string
    readonly epoch: number
    readonly prevHash: string
    readonly slots: readonly SlotHeader[]
    readonly addresses?: VaultManifest['addresses']
    readonly custody?: VaultManifest['custody']
  },
): void {
  const { walletId, epoch, prevHash, slots } = expected
  if (manifest.walletId !== walletId || manifest.epoch !== String(epoch) || manifest.prevHash !== prevHash) throw mistake()
  const listed = new Map(manifest.slots.map((slot) => [slot.slotId, slot]))
  if (listed.size !== manifest.slots.length || listed.size !== slots.length) throw mistake()
  for (const header of slots) {
    const slot = listed.get(header.slotId)
    if (slot?.type !== header.type || slot.headerHash !== headerHash(header)) throw mistake()
  }
  // A wallet never changes its keys: a manifest with other addresses would be another wallet.
  if (expected.addresses && canonicalHash(expected.addresses) !== canonicalHash(manifest.addresses)) throw mistake()
  if (expected.custody && expected.custody !== manifest.custody) throw mistake()
  if (manifest.custody === 'user' && slots.some((header) => header.type === 'assist')) throw mistake()
}

/** Checks a slot that comes in. @throws AccountError `vault_manifest`, `slot_other_device` */
export function requireSlot(slot: NewSlot, expected: { readonly walletId: string; readonly epoch: number; readonly jkt?: string }): void {
  const { header } = slot
  if (header.walletId !== expected.walletId || header.epoch !== String(expected.epoch)) throw mistake()
  if ((header.type === 'assist') !== (slot.assistShare !== undefined)) throw mistake()
  if ((header.type === 'device') !== (header.jkt !== undefined)) throw mistake()
  if (header.type === 'device' && expected.jkt !== undefined && header.jkt !== expected.jkt) throw new AccountError('slot_other_device')
}
