import {
  type SlotType,
  type Vault,
  type VaultActivate,
  type VaultAddSlot,
  type VaultCommit,
  type VaultCustody,
  type VaultManifest,
  type VaultRemoveSlot,
  type VaultRotate,
  vaultRoutes,
} from '@latchkey/protocol/schemas/account'
import { randomBytes, toBase64url } from '@latchkey/secure-frame/src/worker/vault/bytes.ts'
import { createEnvelope, openEnvelope, openSeed, sealSeed, wrapAll } from '@latchkey/secure-frame/src/worker/vault/envelope.ts'
import { nextManifest, signManifest, slotLine } from '@latchkey/secure-frame/src/worker/vault/manifest.ts'
import { slotHeader, unwrapSlot, wrapSlot } from '@latchkey/secure-frame/src/worker/vault/slots.ts'
import { importSecret, newVaultKeyBytes, vaultAuthPublicKey } from '@latchkey/secure-frame/src/worker/vault/vaultKey.ts'
import { signWrite } from '@latchkey/secure-frame/src/worker/vault/writes.ts'
import type { Device } from '../server/device.js'

type Bytes = ReturnType<typeof randomBytes>

/** User key shares by slot id, as a user has them on devices and paper. */
export type Shares = Map<string, Bytes>

/** A new wallet, not stored yet: the frame's own code makes it. */
export async function newWallet(device: Device, types: readonly SlotType[] = ['device', 'assist']) {
  const plans = types.map((type) => {
    const userShare = randomBytes(32)
    return {
      type,
      userShare,
      ...(type === 'device' ? { jkt: device.jkt } : {}),
      ...(type === 'assist' ? { assistShare: userShare.slice() } : {}),
    }
  })
  const envelope = await createEnvelope(plans)
  const shares: Shares = new Map(
    envelope.create.slots.map((slot, index) => [slot.header.slotId, plans[index]?.userShare ?? randomBytes(32)]),
  )
  return { ...envelope, shares }
}

/** The wallet as the server has it. */
export async function loadWallet(device: Device): Promise<Vault> {
  const { wallet } = await device.must(vaultRoutes.get, {})
  if (!wallet) throw new Error('There is no wallet.')
  return wallet
}

/** Opens a stored wallet through one slot: key shares from both sides, then everything is checked. */
export async function openWallet(device: Device, wallet: Vault, slotId: string, userShare: Bytes | undefined) {
  const released = await device.must(vaultRoutes.share, { walletId: wallet.walletId, slotId })
  const own = userShare ?? Buffer.from(released.assistShare ?? '', 'base64url')
  let bytes: Bytes | undefined
  const opened = await openEnvelope(
    wallet,
    slotId,
    { userShare: new Uint8Array(own), serverShare: released.share },
    null,
    async (vaultKey) => {
      bytes = vaultKey.slice()
    },
  )
  return { ...opened, bytes: bytes as Bytes }
}

/** Stores, reads back, opens through every slot, activates. */
export async function createWallet(device: Device, types?: readonly SlotType[]) {
  const made = await newWallet(device, types)
  await device.must(vaultRoutes.create, made.create)
  const stored = await loadWallet(device)
  let bytes: Bytes = new Uint8Array(0)
  for (const { header } of stored.slots) bytes = (await openWallet(device, stored, header.slotId, made.shares.get(header.slotId))).bytes
  const body = { op: 'activate', walletId: stored.walletId, hash: stored.hash } as const
  await device.must(vaultRoutes.activate, (await signWrite(made.key, body)) as VaultActivate)
  return { ...made, bytes, walletId: stored.walletId }
}

export type MadeWallet = Awaited<ReturnType<typeof createWallet>>

/** A signed write that adds a slot. */
export async function addBody(device: Device, made: Pick<MadeWallet, 'key' | 'bytes'>, type: SlotType, drop: readonly string[] = []) {
  const current = await loadWallet(device)
  const before = await nextManifest(current, {})
  const userShare = randomBytes(32)
  const header = slotHeader({ walletId: current.walletId, type, epoch: before.epoch, ...(type === 'device' ? { jkt: device.jkt } : {}) })
  const slot = await wrapSlot(made.bytes, header, userShare, type === 'assist' ? userShare : undefined)
  const kept = current.manifest.slots.filter(({ slotId }) => !drop.includes(slotId))
  const signed = await signManifest(made.key, { ...before, slots: [...kept, await slotLine(header)] })
  const body = (await signWrite(made.key, { op: 'add', walletId: current.walletId, ...signed, slot })) as VaultAddSlot
  return { body, slotId: header.slotId, userShare }
}

/** A signed write that leaves slots out: a removal, or the change to "only you". */
export async function without(
  device: Device,
  made: Pick<MadeWallet, 'key'>,
  slotIds: readonly string[],
  custody?: VaultManifest['custody'],
) {
  const current = await loadWallet(device)
  const slots = current.manifest.slots.filter(({ slotId }) => !slotIds.includes(slotId))
  const signed = await signManifest(made.key, await nextManifest(current, { slots, ...(custody ? { custody } : {}) }))
  const { walletId } = current
  return {
    remove: (await signWrite(made.key, { op: 'remove', walletId, ...signed, slotId: slotIds[0] ?? '' })) as VaultRemoveSlot,
    custody: (await signWrite(made.key, { op: 'custody', walletId, ...signed })) as VaultCustody,
  }
}

/** A whole new envelope around the same seed. */
export async function rotation(device: Device, made: Pick<MadeWallet, 'key'>, types: readonly SlotType[] = ['device', 'assist']) {
  const current = await loadWallet(device)
  const entropy = await openSeed(made.key, current)
  const bytes = newVaultKeyBytes()
  const key = await importSecret(bytes)
  const epoch = String(Number(current.epoch) + 1)
  const plans = types.map((type) => {
    const userShare = randomBytes(32)
    return { type, userShare, ...(type === 'device' ? { jkt: device.jkt } : {}), ...(type === 'assist' ? { assistShare: userShare } : {}) }
  })
  const slots = await wrapAll(bytes, current.walletId, epoch, plans)
  const lines = await Promise.all(slots.map(({ header }) => slotLine(header)))
  const signed = await signManifest(key, await nextManifest(current, { slots: lines }))
  const sealed = await sealSeed(key, entropy, current.walletId, epoch)
  const vaultAuthKey = await vaultAuthPublicKey(key)
  const body = (await signWrite(made.key, {
    op: 'rotate',
    walletId: current.walletId,
    ...signed,
    ...sealed,
    vaultAuthKey,
    slots,
  })) as VaultRotate
  const commit = async (hash: string, challenge: string) =>
    (await signWrite(key, { op: 'commit', walletId: current.walletId, hash, challenge })) as VaultCommit
  return {
    body,
    key,
    bytes,
    commit,
    shares: new Map(slots.map(({ header }, index) => [header.slotId, plans[index]?.userShare])),
    unwrapSlot,
  }
}

export const random32 = () => toBase64url(randomBytes(32))
