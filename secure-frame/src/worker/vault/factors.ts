import {
  type SlotHeader,
  type Vault,
  type VaultAddSlot,
  type VaultCommit,
  type VaultCustody,
  type VaultManifest,
  type VaultRemoveSlot,
  type VaultRotate,
  type VaultShred,
  vaultRoutes,
} from '@latchkey/protocol/schemas/account'
import type { Session } from '../auth/session.js'
import type { KeyValue } from '../storage/keyValue.js'
import { type Bytes, randomBytes, wipe } from './bytes.js'
import { newDeviceShare, shareKey } from './deviceShares.js'
import { openEnvelope, openSeed, type SlotPlan, sealSeed, wrapAll } from './envelope.js'
import { VaultError } from './errors.js'
import { nextManifest, signManifest, slotLine } from './manifest.js'
import { newRecoverySecret, readRecoveryCode, writeRecoveryCode } from './recoveryCode.js'
import { slotHeader, unwrapSlot, wrapSlot } from './slots.js'
import { importSecret, newVaultKeyBytes, vaultAuthPublicKey } from './vaultKey.js'
import type { Wallet } from './wallet.js'
import { signWrite } from './writes.js'

/** What a user can change about how their wallet opens. Each needs a fresh sign-in, and a device that is out of quarantine: the server says so. */
export type Factors = {
  /** A new recovery code, shown once. It counts as a way in after it was typed back ({@link Factors.proveCode}). */
  addCode(): Promise<string>
  /**
   * @returns the slot that it opens
   * @throws VaultError 'code' or 'damaged' when it is not the code of this wallet
   */
  proveCode(typed: string): Promise<string>
  /** A passkey that was just made. It counts as a way in after it was used ({@link Factors.provePasskey}). @returns its slot */
  addPasskey(passkey: PasskeyShare): Promise<string>
  /** @throws VaultError 'damaged' when it gives another secret than when it was added */
  provePasskey(passkey: PasskeyShare): Promise<string>
  /** Destroys the server's key share of a slot. */
  remove(slotId: string): Promise<void>
  /** The wallet's own word that the key shares of all devices are to be destroyed. Rejects on a device that cannot open the wallet. */
  signShred(): Promise<VaultShred>
  /** To "only you": the operator's key share is destroyed. Needs a factor that was used. */
  takeCustody(): Promise<void>
  /**
   * After a lost device: another vault key, another ciphertext, slots for this device and for the factors that are named. Every other device
   * starts anew, and factors that are not named open nothing any more.
   */
  rotate(typedCode?: string, passkeys?: readonly PasskeyShare[]): Promise<void>
}

/** What a passkey answers: its id, and the secret of its PRF. */
export type PasskeyShare = { readonly credId: string; readonly secret: Bytes }

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

  /** Opens one of the slots with a key share of the user's, the newest first. @throws VaultError 'damaged' when it opens none */
  async function prove(userShare: Bytes, isWanted: (header: SlotHeader) => boolean): Promise<string> {
    const slots = (wallet.vault()?.slots ?? []).filter(({ header }) => isWanted(header)).reverse()
    for (const slot of slots) {
      const { walletId, slotId } = slot.header
      const released = await session.call(vaultRoutes.share, { walletId, slotId })
      const bytes = await unwrapSlot(slot, userShare, released.share).catch(() => undefined)
      wipe(bytes)
      if (bytes) return slotId
    }
    throw new VaultError('damaged', 'It opens no slot of this wallet.')
  }

  async function proveCode(typed: string): Promise<string> {
    const secret = await readRecoveryCode(typed)
    try {
      return await prove(secret, ({ type }) => type === 'code')
    } finally {
      wipe(secret)
    }
  }

  const provePasskey = ({ credId, secret }: PasskeyShare) =>
    prove(secret, (header) => header.type === 'passkey' && header.credId === credId)

  /** Adds one slot for a factor. */
  async function addFactor(type: 'code' | 'passkey', userShare: Bytes, credId?: string): Promise<string> {
    let slotId = ''
    await wallet.change(async (current, bytes, key) => {
      const epoch = String(BigInt(current.manifest.epoch) + 1n)
      const header = slotHeader({ walletId: current.walletId, type, epoch, ...(credId === undefined ? {} : { credId }) })
      const slot = await wrapSlot(bytes, header, userShare)
      const signed = await signManifest(
        key,
        await nextManifest(current, { slots: [...current.manifest.slots, ...(await lines([header]))] }),
      )
      const body = { op: 'add', walletId: current.walletId, ...signed, slot } as const
      const stored = await session.call(vaultRoutes.add, (await signWrite(key, body)) as VaultAddSlot)
      slotId = header.slotId
      return after(current, { ...signed, slots: [...current.slots, { header, wrappedVk: slot.wrappedVk, iv: slot.iv }] }, stored)
    })
    return slotId
  }

  /** Slots of a new envelope: this device, the operator's if the wallet is operator-assisted, and the user's factors. */
  async function plansOf(current: Vault, factors: readonly SlotPlan[]): Promise<{ plans: SlotPlan[]; deviceShare: CryptoKey }> {
    const deviceShare = await newDeviceShare()
    const plans: SlotPlan[] = [{ type: 'device', userShare: deviceShare, jkt }]
    if (current.custody === 'operator-assisted') {
      const assistShare = randomBytes(32)
      plans.push({ type: 'assist', userShare: assistShare.slice(), assistShare })
    }
    return { plans: [...plans, ...factors], deviceShare }
  }

  /** Two phases: the new envelope is stored beside the old one, opened through this device's slot, and then committed to. */
  async function rotateTo(current: Vault, oldKey: CryptoKey, plans: readonly SlotPlan[], deviceShare: CryptoKey): Promise<Vault> {
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
      await storage.set(shareKey(device.header.slotId), deviceShare)
      const prepared = await session.call(vaultRoutes.rotate, (await signWrite(oldKey, body)) as VaultRotate)
      const stored = slots.map(({ header, wrappedVk, iv }) => ({ header, wrappedVk, iv }))
      const next = after(current, { ...signed, ...sealed, vaultAuthKey, slots: stored }, { epoch, hash: prepared.hash })
      const { slotId } = device.header
      const released = await session.call(vaultRoutes.rotateShare, { walletId: current.walletId, slotId })
      await openEnvelope(next, slotId, { userShare: deviceShare, serverShare: released.share })
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
      try {
        await addFactor('code', secret.slice())
        return await writeRecoveryCode(secret)
      } finally {
        wipe(secret)
      }
    },
    addPasskey: ({ credId, secret }) => addFactor('passkey', secret.slice(), credId),
    provePasskey,
    proveCode,
    async remove(slotId) {
      await wallet.change(async (current, _bytes: Bytes, key) => {
        const slots = current.slots.filter(({ header }) => header.slotId !== slotId)
        const signed = await signManifest(key, await nextManifest(current, { slots: await lines(slots.map(({ header }) => header)) }))
        const body = { op: 'remove', walletId: current.walletId, ...signed, slotId } as const
        return after(current, { ...signed, slots }, await session.call(vaultRoutes.remove, (await signWrite(key, body)) as VaultRemoveSlot))
      })
      await storage.delete(shareKey(slotId))
    },
    async signShred() {
      let signed: VaultShred | undefined
      await wallet.change(async (current, _bytes, key) => {
        signed = (await signWrite(key, { op: 'shred', walletId: current.walletId, hash: current.hash })) as VaultShred
        return current
      })
      if (!signed) throw new VaultError('damaged', 'The wallet was not opened.')
      return signed
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
    async rotate(typedCode, passkeys = []) {
      if (typedCode !== undefined) await proveCode(typedCode)
      for (const passkey of passkeys) await provePasskey(passkey)
      await wallet.change(async (current, _bytes, key) => {
        const factors: SlotPlan[] = passkeys.map(({ credId, secret }) => ({ type: 'passkey', userShare: secret.slice(), credId }))
        if (typedCode !== undefined) factors.push({ type: 'code', userShare: await readRecoveryCode(typedCode) })
        const { plans, deviceShare } = await plansOf(current, factors)
        return rotateTo(current, key, plans, deviceShare)
      })
      wallet.lock()
    },
  }
}
