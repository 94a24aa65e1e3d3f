import type { NewSlot, SealedSlot, SlotType, Vault, VaultAddresses, VaultCreate, VaultManifest } from '@latchkey/protocol/schemas/account'
import { type Canonical, canonicalJson } from '@latchkey/protocol/schemas/account'
import { open, seal } from './aead.js'
import { type Bytes, equalBytes, randomBytes, utf8, wipe } from './bytes.js'
import { accountsOf, addressesOf } from './derive.js'
import { VaultError } from './errors.js'
import { type HeldKeys, holdKeys } from './heldKeys.js'
import { refuseRollback, signManifest, slotLine, verifyManifest } from './manifest.js'
import { newId, slotHeader, type UserShare, unwrapSlot, wrapSlot } from './slots.js'
import { importSecret, newVaultKeyBytes, seedKey, type VaultKey, vaultAuthPublicKey } from './vaultKey.js'
import { signWrite } from './writes.js'

/** One way of opening a wallet that is being made or rotated. */
export type SlotPlan = {
  readonly type: SlotType
  readonly userShare: UserShare
  readonly jkt?: string
  readonly credId?: string
  /** Bytes of an `assist` slot's user share, which the server seals. */
  readonly assistShare?: Bytes
}

type SealedSeed = Pick<Vault, 'vaultCt' | 'vaultIv' | 'epochVault'>

const about = (walletId: string, epochVault: string): Canonical => ({ v: '1', walletId, epochVault })

/** Encrypts the entropy under a key that encrypts nothing else. */
export async function sealSeed(key: VaultKey, entropy: Bytes, walletId: string, epochVault: string): Promise<SealedSeed> {
  const { ct, iv } = await seal(await seedKey(key), entropy, about(walletId, epochVault))
  return { vaultCt: ct, vaultIv: iv, epochVault }
}

/**
 * The entropy: hold it for one signature, then wipe it.
 *
 * @throws VaultError 'damaged'
 */
export async function openSeed(key: VaultKey, vault: SealedSeed & Pick<Vault, 'walletId'>): Promise<Bytes> {
  const entropy = await open(await seedKey(key), { ct: vault.vaultCt, iv: vault.vaultIv }, about(vault.walletId, vault.epochVault))
  if (entropy.length !== 16) throw new VaultError('damaged', 'The seed has another length.')
  return entropy
}

/** Wraps one vault key for several ways of opening it. */
export async function wrapAll(vaultKey: Bytes, walletId: string, epoch: string, plans: readonly SlotPlan[]): Promise<NewSlot[]> {
  return Promise.all(
    plans.map(({ type, userShare, assistShare, jkt, credId }) =>
      wrapSlot(
        vaultKey,
        slotHeader({ walletId, type, epoch, ...(jkt ? { jkt } : {}), ...(credId ? { credId } : {}) }),
        userShare,
        assistShare,
      ),
    ),
  )
}

/** A wallet as it is sent to be stored, and its key for reading it back. */
export type NewEnvelope = { readonly create: VaultCreate; readonly key: VaultKey; readonly addresses: VaultAddresses }

/**
 * Makes a wallet: 128 random bits, a random vault key, a slot for each plan. Nothing is stored yet.
 *
 * @param entropy for tests and for a wallet that moves; random otherwise. It is wiped.
 */
export async function createEnvelope(plans: readonly SlotPlan[], entropy: Bytes = randomBytes(16)): Promise<NewEnvelope> {
  const walletId = newId()
  const bytes = newVaultKeyBytes()
  try {
    const key = await importSecret(bytes)
    const slots = await wrapAll(bytes, walletId, '1', plans)
    const addresses = await addressesOf(entropy)
    const manifest: VaultManifest = {
      v: '1',
      walletId,
      epoch: '1',
      prevHash: '',
      slots: await Promise.all(slots.map(({ header }) => slotLine(header))),
      addresses,
      custody: plans.some(({ type }) => type === 'assist') ? 'operator-assisted' : 'user',
    }
    const signed = await signManifest(key, manifest)
    const sealed = await sealSeed(key, entropy, walletId, '1')
    const vaultAuthKey = await vaultAuthPublicKey(key)
    const create = (await signWrite(key, { op: 'create', walletId, ...signed, ...sealed, vaultAuthKey, slots })) as VaultCreate
    return { create, key, addresses }
  } finally {
    wipe(bytes, entropy)
  }
}

/** An opened wallet. */
export type Opened = {
  readonly key: VaultKey
  readonly slot: SealedSlot
  readonly addresses: VaultAddresses
  /** The keys of those addresses. */
  readonly keys: HeldKeys
}

/**
 * Opens a stored wallet through one slot and checks all of it: manifest, slots, the server's key for writes, and that the seed gives the
 * addresses that the manifest names.
 *
 * @param keep what needs the vault key's bytes for a moment (a new slot); they are wiped when it settles
 * @throws VaultError 'damaged' or 'rollback'
 */
export async function openEnvelope(
  vault: Vault,
  slotId: string,
  shares: { readonly userShare: UserShare; readonly serverShare: string },
  seen: { readonly epoch: string; readonly hash: string } | null = null,
  keep?: (bytes: Bytes, key: VaultKey) => Promise<void>,
): Promise<Opened> {
  refuseRollback(vault, seen)
  const slot = vault.slots.find(({ header }) => header.slotId === slotId)
  if (!slot || slot.header.walletId !== vault.walletId) throw new VaultError('damaged', 'There is no such slot in this wallet.')
  const bytes = await unwrapSlot(slot, shares.userShare, shares.serverShare)
  try {
    const key = await importSecret(bytes)
    await verifyManifest(key, vault)
    if (vault.vaultAuthKey !== (await vaultAuthPublicKey(key))) throw new VaultError('damaged', 'The key for writes is another one.')
    const entropy = await openSeed(key, vault)
    try {
      const accounts = await accountsOf(entropy)
      const { addresses } = accounts
      const keys = await holdKeys(accounts.keys)
      const same = equalBytes(utf8(canonicalJson(addresses)), utf8(canonicalJson(vault.manifest.addresses as Canonical)))
      if (!same) throw new VaultError('damaged', 'The seed belongs to other addresses.')
      await keep?.(bytes, key)
      return { key, slot, addresses, keys }
    } finally {
      wipe(entropy)
    }
  } finally {
    wipe(bytes)
  }
}
