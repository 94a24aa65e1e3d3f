import { type Canonical, canonicalJson, type SlotHeader, type Vault, type VaultManifest } from '@latchkey/protocol/schemas/account'
import { fromBase64url, toBase64url, utf8 } from './bytes.js'
import { VaultError } from './errors.js'
import { canonicalHash } from './slots.js'
import { macKey, type VaultKey } from './vaultKey.js'

/** A manifest and the code by which the user's devices know it as theirs. */
export type SignedManifest = { readonly manifest: VaultManifest; readonly manifestMac: string }

const canonical = (manifest: VaultManifest) => manifest as unknown as Canonical

export const manifestHash = (manifest: VaultManifest): Promise<string> => canonicalHash(canonical(manifest))

/** The manifest's line about a slot. */
export async function slotLine(header: SlotHeader): Promise<VaultManifest['slots'][number]> {
  return { slotId: header.slotId, type: header.type, headerHash: await canonicalHash(header) }
}

export async function signManifest(key: VaultKey, manifest: VaultManifest): Promise<SignedManifest> {
  const mac = await crypto.subtle.sign('HMAC', await macKey(key), utf8(canonicalJson(canonical(manifest))))
  return { manifest, manifestMac: toBase64url(new Uint8Array(mac)) }
}

/**
 * The manifest after the one that is stored.
 *
 * @param change what is different; the rest stays
 */
export async function nextManifest(
  vault: Pick<Vault, 'manifest'>,
  change: Partial<Pick<VaultManifest, 'slots' | 'custody'>>,
): Promise<VaultManifest> {
  const { manifest } = vault
  return { ...manifest, ...change, epoch: String(BigInt(manifest.epoch) + 1n), prevHash: await manifestHash(manifest) }
}

/**
 * Checks that what the server stores is what a device of this user wrote: the manifest's code, its slots, its numbers.
 *
 * @throws VaultError 'damaged'
 */
export async function verifyManifest(key: VaultKey, vault: Vault): Promise<void> {
  const { manifest, manifestMac, slots } = vault
  const fail = (message: string) => new VaultError('damaged', message)
  const data = utf8(canonicalJson(canonical(manifest)))
  const genuine = await crypto.subtle.verify('HMAC', await macKey(key), fromBase64url(manifestMac), data)
  if (!genuine) throw fail('The manifest was not written by this wallet.')
  if (manifest.walletId !== vault.walletId) throw fail('The manifest belongs to another wallet.')
  if (manifest.epoch !== vault.epoch || manifest.custody !== vault.custody) throw fail('The manifest and the wallet disagree.')
  if ((await manifestHash(manifest)) !== vault.hash) throw fail('The manifest is not the stored one.')
  const lines = await Promise.all(slots.map(({ header }) => slotLine(header)))
  const sorted = (list: readonly Canonical[]) => list.map((line) => canonicalJson(line)).sort()
  if (canonicalJson(sorted(lines)) !== canonicalJson(sorted(manifest.slots))) throw fail('The slots are not those of the manifest.')
}

/**
 * @param seen highest epoch that this device has seen of this wallet, with its hash
 * @throws VaultError 'rollback' for an older one, or another one of the same age
 */
export function refuseRollback(vault: Pick<Vault, 'epoch' | 'hash'>, seen: { epoch: string; hash: string } | null): void {
  if (!seen) return
  const older = BigInt(vault.epoch) < BigInt(seen.epoch)
  const forked = vault.epoch === seen.epoch && vault.hash !== seen.hash
  if (older || forked) throw new VaultError('rollback', 'The server answered with an older wallet than this device has seen.')
}
