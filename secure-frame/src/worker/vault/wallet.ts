import { codes, errors, type SecureReason } from '@latchkey/protocol'
import { type Vault, type VaultActivate, type VaultAddresses, type VaultAddSlot, vaultRoutes } from '@latchkey/protocol/schemas/account'
import { AccountRefusal, failure, secureReasonOf } from '../auth/failure.js'
import type { Session } from '../auth/session.js'
import type { KeyValue } from '../storage/keyValue.js'
import { type Bytes, fromBase64url, randomBytes, wipe } from './bytes.js'
import type { AccountKeys } from './derive.js'
import { newDeviceShare, ownSlots, shareKey } from './deviceShares.js'
import { createEnvelope, type Opened, openEnvelope, openSeed, type SlotPlan } from './envelope.js'
import { VaultError } from './errors.js'
import { nextManifest, signManifest, slotLine } from './manifest.js'
import { slotHeader, type UserShare, wrapSlot } from './slots.js'
import type { VaultKey } from './vaultKey.js'
import { signWrite } from './writes.js'

/** The wallet of whoever is signed in. */
export type Wallet = {
  /** Unlocks the wallet, or makes it at the first login. No address exists for anybody before it was stored, read back and opened. */
  open(): Promise<VaultAddresses>
  /**
   * Lends the entropy for one operation; it is wiped when that settles. Unlocks when the key was dropped.
   *
   * @param account an address of the wallet that is meant: that of somebody who signed in since is not lent
   * @throws RpcError 4100 with `data.reason` 'factor_needed', 'rollback' or 'session_expired'
   */
  withSeed<T>(use: (entropy: Bytes) => Promise<T>, account?: string): Promise<T>
  /** Lends the key of one account for one signature, as {@link withSeed} lends the entropy. */
  withKey<T>(name: keyof AccountKeys, use: (key: Bytes) => T, account?: string): Promise<T>
  /**
   * Opens the wallet on a new device with a factor of the user's, and gives the device a slot of its own.
   *
   * @param credId of the passkey, whose slot alone is tried
   * @throws RpcError 4100 'damaged' when the factor is another one
   */
  openWith(type: 'code' | 'passkey', userShare: Bytes, credId?: string): Promise<VaultAddresses>
  /**
   * Lends the vault key's bytes for a change of what is stored; they are wiped when it settles.
   *
   * @param make stores the change, and answers the wallet as it is stored then
   */
  change(make: (current: Vault, bytes: Bytes, key: VaultKey) => Promise<Vault>): Promise<Vault>
  /** The stored wallet as last read. */
  vault(): Vault | undefined
  /** The slot of this device, when it has one. */
  deviceSlotId(): string | undefined
  /** Drops the key from memory. */
  lock(): void
}

/** Milliseconds without use, and in all, after which the key is dropped. */
const idle = 15 * 60_000
const longest = 60 * 60_000
/** Another tab may have changed the wallet in between. */
const attempts = 3
const conflicts = ['vault_exists', 'vault_conflict', 'vault_missing'] as const

const seenKey = (walletId: string) => `seen:${walletId}`
/** Which wallet an account has, as this device has seen it. */
const walletKey = (userId: string) => `wallet:${userId}`
type Seen = { readonly epoch: string; readonly hash: string }

const refused = (reason: SecureReason) => failure(codes.unauthorized, errors.somethingWentWrong, { reason })
const isRefusal = (error: unknown, ...fields: readonly string[]) => error instanceof AccountRefusal && fields.includes(error.field)

/**
 * @param jkt thumbprint of this device's key: the server gives a device's key share to that device only
 */
export function createWallet(session: Session, storage: KeyValue, jkt: string): Wallet {
  let vault: Vault | undefined
  /** Whose that is, and the keys in memory: an account's id. */
  let owner: string | undefined
  let opened: (Opened & { readonly since: number }) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the keys in memory end, by the clock: a computer that sleeps stops its timers. */
  let until = 0
  let opening: { readonly user: string | undefined; readonly done: Promise<VaultAddresses> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  const signedIn = async () => (await session.stored())?.user.id

  function lock() {
    clearTimeout(timer)
    opened = undefined
  }

  /** The key stays for a while after each use, and for an hour at most. */
  function used() {
    clearTimeout(timer)
    if (!opened) return
    until = Math.min(Date.now() + idle, opened.since + longest)
    timer = setTimeout(lock, until - Date.now())
  }

  function keep(value: Opened) {
    opened = { ...value, since: Date.now() }
    used()
  }

  const share = async (current: Vault, slotId: string) => session.call(vaultRoutes.share, { walletId: current.walletId, slotId })

  const seenOf = async ({ walletId }: Vault) => ((await storage.get(seenKey(walletId))) as Seen | undefined) ?? null

  async function openSlot(current: Vault, slotId: string, userShare: UserShare | null, add?: Parameters<typeof openEnvelope>[4]) {
    const released = await share(current, slotId)
    const own = userShare ?? (released.assistShare ? fromBase64url(released.assistShare) : undefined)
    if (!own) throw new VaultError('damaged', 'The server sent no share of its own.')
    const seen = await seenOf(current)
    const result = await openEnvelope(current, slotId, { userShare: own, serverShare: released.share }, seen, add)
    if (!(own instanceof CryptoKey)) wipe(own)
    return result
  }

  async function remember(current: Vault) {
    const seen = await seenOf(current)
    // Another tab may have stored a newer one since.
    if (!seen || BigInt(seen.epoch) <= BigInt(current.epoch))
      await storage.set(seenKey(current.walletId), { epoch: current.epoch, hash: current.hash } satisfies Seen)
    if (owner) await storage.set(walletKey(owner), current.walletId)
  }

  async function activate(current: Vault, key: VaultKey) {
    const body = { op: 'activate', walletId: current.walletId, hash: current.hash } as const
    await session.call(vaultRoutes.activate, (await signWrite(key, body)) as VaultActivate)
  }

  /** Two-phase: stored as pending, read back, opened through each slot, and only then activated. */
  async function create(): Promise<VaultAddresses> {
    const assistShare = randomBytes(32)
    const plans: SlotPlan[] = [{ type: 'assist', userShare: assistShare.slice(), assistShare }]
    const deviceShare = storage.durable ? await newDeviceShare() : null
    if (deviceShare) plans.unshift({ type: 'device', userShare: deviceShare, jkt })
    const envelope = await createEnvelope(plans)
    const device = envelope.create.slots.find(({ header }) => header.type === 'device')
    // Before the server knows of the slot: a key share that was lost in between could not be made again.
    if (device && deviceShare) await storage.set(shareKey(device.header.slotId), deviceShare)
    await session.call(vaultRoutes.create, envelope.create)
    wipe(assistShare)
    const stored = await load()
    if (!stored || stored.walletId !== envelope.create.walletId)
      throw new AccountRefusal('vault_exists', codes.invalidInput, '', { reason: 'refused' })
    return finish(stored)
  }

  /** Opens a pending wallet through each of its slots, and activates it. */
  async function finish(stored: Vault): Promise<VaultAddresses> {
    const own = await ownSlots(storage, stored)
    let result: Opened | undefined
    for (const { header } of stored.slots) {
      const userShare = own.find(({ slotId }) => slotId === header.slotId)?.userShare ?? null
      if (header.type !== 'assist' && !userShare) throw refused('factor_needed')
      result = await openSlot(stored, header.slotId, userShare)
    }
    if (!result) throw refused('factor_needed')
    await activate(stored, result.key)
    vault = { ...stored, state: 'active' }
    await remember(vault)
    keep(result)
    return result.addresses
  }

  /** Runs what reads the stored wallet one after the other: users change in between, and what one reads would become the other's. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** @throws RpcError 'rollback' when the account had another wallet, and has none or a strange one now */
  async function load(): Promise<Vault | null> {
    const before = await signedIn()
    const { wallet } = await session.call(vaultRoutes.get, {})
    if (before === undefined || before !== (await signedIn())) throw refused('session_expired')
    const known = await storage.get(walletKey(before))
    const isRolledBack = known !== undefined && known !== wallet?.walletId
    if (isRolledBack || owner !== before) lock()
    if (isRolledBack) throw refused('rollback')
    owner = before
    vault = wallet ?? undefined
    return wallet
  }

  /**
   * Adds a slot for this device while the vault key's bytes are at hand, in the place of its older ones, which open nothing here any more. Where the server
   * takes none, because a wallet has as many as it may have, the wallet is open all the same.
   *
   * @throws RpcError for a conflict, which the next attempt solves, and when nobody knows whether it was stored
   */
  async function addDevice(current: Vault, bytes: Bytes, key: VaultKey): Promise<void> {
    if (!storage.durable) return
    const userShare = await newDeviceShare()
    const others = current.slots.filter(({ header }) => header.jkt !== jkt)
    const lines = current.manifest.slots.filter(({ slotId }) => others.some(({ header }) => header.slotId === slotId))
    const manifestBefore = await nextManifest(current, {})
    const header = slotHeader({ walletId: current.walletId, type: 'device', epoch: manifestBefore.epoch, jkt })
    const slot = await wrapSlot(bytes, header, userShare)
    const manifest = { ...manifestBefore, slots: [...lines, await slotLine(header)] }
    const signed = await signManifest(key, manifest)
    await storage.set(shareKey(header.slotId), userShare)
    try {
      const body = { op: 'add', walletId: current.walletId, ...signed, slot } as const
      const stored = await session.call(vaultRoutes.add, (await signWrite(key, body)) as VaultAddSlot)
      vault = {
        ...current,
        ...signed,
        epoch: stored.epoch,
        hash: stored.hash,
        slots: [...others, { header, wrappedVk: slot.wrappedVk, iv: slot.iv }],
      }
    } catch (error) {
      // Without an answer the slot may be stored: its key share opens it the next time.
      if (secureReasonOf(error) !== 'offline') await storage.delete(shareKey(header.slotId))
      if (!(error instanceof AccountRefusal) || secureReasonOf(error) === 'offline' || isRefusal(error, ...conflicts)) throw error
    }
  }

  async function unlock(current: Vault): Promise<VaultAddresses> {
    for (const { slotId, userShare } of await ownSlots(storage, current)) {
      try {
        const result = await openSlot(current, slotId, userShare)
        await remember(current)
        keep(result)
        return result.addresses
      } catch (error) {
        // Revoked from another device: this one starts like a new one.
        if (!isRefusal(error, 'slot_gone', 'slot_other_device')) throw error
        await storage.delete(shareKey(slotId))
      }
    }
    const assist = current.slots.find(({ header }) => header.type === 'assist')
    if (!assist) throw refused('factor_needed')
    const result = await openSlot(current, assist.header.slotId, null, (bytes, key) => addDevice(current, bytes, key))
    await remember(vault ?? current)
    keep(result)
    return result.addresses
  }

  async function start(): Promise<VaultAddresses> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const current = await load()
        if (current?.state === 'active') return await unlock(current)
        if (current && (await ownSlots(storage, current)).length > 0) return await finish(current)
        return await create()
      } catch (error) {
        if (error instanceof VaultError) {
          // Another tab may have stored a newer one since this one was read. What the server answers once more is older.
          if (error.fault === 'rollback' && attempt === 1) continue
          throw refused(error.fault === 'rollback' ? 'rollback' : 'damaged')
        }
        if (attempt >= attempts || !isRefusal(error, ...conflicts)) throw error
      }
    }
  }

  const active = async () => {
    const current = await load()
    if (current?.state !== 'active') throw refused('session_expired')
    return current
  }

  async function openWith(type: 'code' | 'passkey', userShare: Bytes, credId?: string): Promise<VaultAddresses> {
    const current = await active()
    let fault: unknown
    for (const { header } of [...current.slots].reverse()) {
      if (header.type !== type || header.credId !== credId) continue
      try {
        const result = await openSlot(current, header.slotId, userShare.slice(), (bytes, key) => addDevice(current, bytes, key))
        await remember(vault ?? current)
        keep(result)
        return result.addresses
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        fault = error
      }
    }
    throw fault instanceof VaultError ? refused(fault.fault === 'rollback' ? 'rollback' : 'damaged') : refused('factor_needed')
  }

  async function change(make: Parameters<Wallet['change']>[0]): Promise<Vault> {
    const current = await active()
    const [own] = await ownSlots(storage, current)
    const slotId = own?.slotId ?? current.slots.find(({ header }) => header.type === 'assist')?.header.slotId
    if (!slotId) throw refused('factor_needed')
    let next = current
    await openSlot(current, slotId, own?.userShare ?? null, async (bytes, key) => {
      next = await make(current, bytes, key)
    })
    vault = next
    await remember(next)
    return next
  }

  /** What was opened, when nobody signed out or in meanwhile; else it is closed again. */
  async function ofSignedIn(addresses: VaultAddresses): Promise<VaultAddresses> {
    if (owner === (await signedIn())) return addresses
    lock()
    throw refused('session_expired')
  }

  async function open(): Promise<VaultAddresses> {
    const user = await signedIn()
    // Somebody else signed in meanwhile: the keys in memory are not theirs.
    if (opened && (owner !== user || Date.now() > until)) lock()
    if (opened && vault) return opened.addresses
    opening ??= {
      user,
      done: inTurn(start).finally(() => {
        opening = undefined
      }),
    }
    if (opening.user !== user) {
      // How it ends says nothing of this user's.
      await opening.done.catch(() => undefined)
      return open()
    }
    return ofSignedIn(await opening.done)
  }

  /** Opens a secret for one use, and wipes it. */
  async function lend<T>(
    take: (from: Opened & { readonly vault: Vault }) => Promise<Bytes>,
    use: (secret: Bytes) => T | Promise<T>,
    account: string | undefined,
  ): Promise<T> {
    await open()
    if (!opened || !vault) throw refused('session_expired')
    const from = { ...opened, vault }
    if (account !== undefined && !Object.values(from.addresses).includes(account)) throw refused('session_expired')
    used()
    const secret = await take(from)
    try {
      return await use(secret)
    } finally {
      wipe(secret)
    }
  }

  return {
    vault: () => vault,
    openWith: (type, userShare, credId) => inTurn(async () => ofSignedIn(await openWith(type, userShare, credId))),
    change: (make) => inTurn(() => change(make)),
    deviceSlotId: () => vault?.slots.find(({ header }) => header.jkt === jkt)?.header.slotId,
    lock,
    open,
    withSeed: (use, account) => lend(({ key, vault: current }) => openSeed(key, current), use, account),
    withKey: (name, use, account) => lend(({ keys }) => keys.open(name), use, account),
  }
}
