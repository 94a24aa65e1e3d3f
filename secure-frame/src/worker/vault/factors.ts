import {
  type SlotHeader,
  type Vault,
  type VaultAddSlot,
  type VaultCommit,
  type VaultCustody,
  type VaultManifest,
  type VaultRemoveSlot,
  type VaultRotate,
  vaultRoutes,
} from '@latchkey/protocol/schemas/account'
import type { Session } from '../auth/session.js'
import type { KeyValue } from '../storage/keyValue.js'
import { type Bytes, randomBytes, wipe } from './bytes.js'
import { openEnvelope, openSeed, type SlotPlan, sealSeed, wrapAll } from './envelope.js'
import { nextManifest, signManifest, slotLine } from './manifest.js'
import { newRecoverySecret, readRecoveryCode, writeRecoveryCode } from './recoveryCode.js'
import { slotHeader, unwrapSlot, wrapSlot } from './slots.js'
import { importSecret, newVaultKeyBytes, vaultAuthPublicKey } from './vaultKey.js'
import type { Wallet } from './wallet.js'
import { signWrite } from './writes.js'

/** What a person can change about how their wallet opens. Each needs a fresh sign-in, and a device that is out of quarantine: the server says so. */
export type Factors = {
  /** A new recovery code, shown once. It counts as a way in after it was typed back ({@link Factors.proveCode}). */
  addCode(): Promise<string>
  /** @throws VaultError 'code' or 'damaged' when it is not the code of this wallet */
  proveCode(typed: string): Promise<void>
  /** Destroys the server's half of a slot. */
  remove(slotId: string): Promise<void>
  /** To "only you": the operator's half is destroyed. Needs a factor that was used. */
  takeCustody(): Promise<void>
  /** After a lost device: another vault key, another ciphertext, slots for this device and the code. Every other device starts anew. */
  rotate(typedCode?: string): Promise<void>
}

const lines = (headers: readonly SlotHeader[]): Promise<VaultManifest['slots']> =>
  Promise.all(headers.map(slotLine)) as Promise<VaultManifest['slots']>

/** @param jkt thumbprint of this device's key */
export function createFactors(session: Session, storage: KeyValue, wallet: Wallet, jkt: string): Factors {
  const after = (current: Vault, change: Partial<Vault>, stored: { epoch: string; hash: string }): Vault => ({
    ...current,
    ...change,
    epoch: stored.epoch,
    hash: stored.hash,
  })

  async function proveCode(typed: string): Promise<void> {
    const secret = await readRecoveryCode(typed)
    try {
      const current = wallet.vault()
      for (const slot of current?.slots ?? []) {
        if (slot.header.type !== 'code') continue
        const released = await session.call(vaultRoutes.half, { walletId: slot.header.walletId, slotId: slot.header.slotId })
        wipe(await unwrapSlot(slot, secret, released.half))
        return
      }
    } finally {
      wipe(secret)
    }
  }

  /** Slots of a new envelope: this device, the operator where he helps, and the code that was typed. */
  async function plansOf(current: Vault, typedCode: string | undefined): Promise<{ plans: SlotPlan[]; deviceHalf: CryptoKey }> {
    const half = randomBytes(32)
    const deviceHalf = await importSecret(half)
    wipe(half)
    const plans: SlotPlan[] = [{ type: 'device', userHalf: deviceHalf, jkt }]
    if (current.custody === 'operator-assisted') {
      const assistHalf = randomBytes(32)
      plans.push({ type: 'assist', userHalf: assistHalf.slice(), assistHalf })
    }
    if (typedCode !== undefined) plans.push({ type: 'code', userHalf: await readRecoveryCode(typedCode) })
    return { plans, deviceHalf }
  }

  /** Two phases: the new envelope is stored beside the old one, opened through this device's slot, and then committed to. */
  async function rotateTo(current: Vault, oldKey: CryptoKey, plans: readonly SlotPlan[], deviceHalf: CryptoKey): Promise<Vault> {
    const entropy = await openSeed(oldKey, current)
    const bytes = newVaultKeyBytes()
    try {
      const key = await importSecret(bytes)
      const epoch = String(BigInt(current.manifest.epoch) + 1n)
      const slots = await wrapAll(bytes, current.walletId, epoch, plans)
      const device = slots[0]
      if (!device) throw new TypeError('A rotation needs a slot for this device.')
      const manifest = await nextManifest(current, { slots: await lines(slots.map(({ header }) => header)) })
      const signed = await signManifest(key, manifest)
      const sealed = await sealSeed(key, entropy, current.walletId, epoch)
      const vaultAuthKey = await vaultAuthPublicKey(key)
      const body = { op: 'rotate', walletId: current.walletId, ...signed, ...sealed, vaultAuthKey, slots } as const
      await storage.set(`half:${device.header.slotId}`, deviceHalf)
      const prepared = await session.call(vaultRoutes.rotate, (await signWrite(oldKey, body)) as VaultRotate)
      const stored = slots.map(({ header, wrappedVk, iv }) => ({ header, wrappedVk, iv }))
      const next = after(current, { ...signed, ...sealed, vaultAuthKey, slots: stored }, { epoch, hash: prepared.hash })
      const { slotId } = device.header
      const released = await session.call(vaultRoutes.rotateHalf, { walletId: current.walletId, slotId })
      await openEnvelope(next, slotId, { userHalf: deviceHalf, serverHalf: released.half })
      const commit = { op: 'commit', walletId: current.walletId, hash: prepared.hash, challenge: prepared.challenge } as const
      await session.call(vaultRoutes.commit, (await signWrite(key, commit)) as VaultCommit)
      return next
    } finally {
      wipe(entropy, bytes)
    }
  }

  return {
    async addCode() {
      const secret = newRecoverySecret()
      await wallet.change(async (current, bytes, key) => {
        const epoch = String(BigInt(current.manifest.epoch) + 1n)
        const header = slotHeader({ walletId: current.walletId, type: 'code', epoch })
        const slot = await wrapSlot(bytes, header, secret.slice())
        const signed = await signManifest(
          key,
          await nextManifest(current, { slots: [...current.manifest.slots, ...(await lines([header]))] }),
        )
        const body = { op: 'add', walletId: current.walletId, ...signed, slot } as const
        const stored = await session.call(vaultRoutes.add, (await signWrite(key, body)) as VaultAddSlot)
        return after(current, { ...signed, slots: [...current.slots, { header, wrappedVk: slot.wrappedVk, iv: slot.iv }] }, stored)
      })
      try {
        return await writeRecoveryCode(secret)
      } finally {
        wipe(secret)
      }
    },
    proveCode,
    async remove(slotId) {
      await wallet.change(async (current, _bytes: Bytes, key) => {
        const slots = current.slots.filter(({ header }) => header.slotId !== slotId)
        const signed = await signManifest(key, await nextManifest(current, { slots: await lines(slots.map(({ header }) => header)) }))
        const body = { op: 'remove', walletId: current.walletId, ...signed, slotId } as const
        return after(current, { ...signed, slots }, await session.call(vaultRoutes.remove, (await signWrite(key, body)) as VaultRemoveSlot))
      })
      await storage.delete(`half:${slotId}`)
    },
    async takeCustody() {
      await wallet.change(async (current, _bytes, key) => {
        const slots = current.slots.filter(({ header }) => header.type !== 'assist')
        const manifest = await nextManifest(current, { slots: await lines(slots.map(({ header }) => header)), custody: 'user' })
        const signed = await signManifest(key, manifest)
        const body = { op: 'custody', walletId: current.walletId, ...signed } as const
        const stored = await session.call(vaultRoutes.custody, (await signWrite(key, body)) as VaultCustody)
        return after(current, { ...signed, slots, custody: 'user' }, stored)
      })
    },
    async rotate(typedCode) {
      if (typedCode !== undefined) await proveCode(typedCode)
      await wallet.change(async (current, _bytes, key) => {
        const { plans, deviceHalf } = await plansOf(current, typedCode)
        return rotateTo(current, key, plans, deviceHalf)
      })
      wallet.lock()
    },
  }
}
