import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { openTestAccounts, type TestAccounts } from '@latchkey/testkit/src/server/accounts.ts'
import type { Device } from '@latchkey/testkit/src/server/device.ts'
import { addBody, createWallet, loadWallet, openWallet, rotation } from '@latchkey/testkit/src/vault/client.ts'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vaultSlots, vaultWallets } from '../db/vaultTables.js'
import { openSlot, openWalletKeys, slotsOf } from './store.js'

/* Attacks on what is stored of a wallet (secure-frame/SECURITY.md), by somebody who can write the database. Each test is named after its rule. */

let number = 0
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const another = (letter: string) => alphabet[(alphabet.indexOf(letter) + 1) % alphabet.length] ?? 'A'
/** Every text that differs from this one in one character. */
const changed = (text: string) => [...text].map((letter, at) => `${text.slice(0, at)}${another(letter)}${text.slice(at + 1)}`)

describe.each(databases)('attacks on the vault, on $kind', ({ open }) => {
  let database: TestDatabase
  let world: TestAccounts
  beforeAll(async () => {
    database = await open()
    const many = 100_000
    const limits = { sendsPerAddressHour: many, verifiesPerAddressHour: many, vaultWritesPerHour: many }
    world = await openTestAccounts(database.options, { replicas: 2, accounts: { limits } })
  })
  beforeEach(() => {
    world.clock.now += 3_600_000
  })
  afterAll(async () => {
    await world?.close()
    await database?.remove()
  })

  const newUser = async () => {
    const device = await world.device()
    await world.signIn(device, `tampered${++number}@example.com`)
    const made = await createWallet(device)
    const own = made.create.slots.find(({ header }) => header.type === 'device')?.header.slotId ?? ''
    const assist = made.create.slots.find(({ header }) => header.type === 'assist')?.header.slotId ?? ''
    return { device, made, own, assist, walletId: made.walletId }
  }
  const rowsOf = async (walletId: string) => {
    const [wallet] = await world.db.select().from(vaultWallets).where(eq(vaultWallets.id, walletId))
    const [first, second] = await slotsOf(world.db, walletId)
    if (!wallet || !first || !second) throw new Error('There is no wallet.')
    const [device, assist] = first.header.type === 'device' ? [first, second] : [second, first]
    return { wallet, device, assist }
  }
  const opens = (device: Device, walletId: string, slotId: string) => device.code(vaultRoutes.share, { walletId, slotId })
  const setShare = (walletId: string, slotId: string, shareCt: string) =>
    world.db
      .update(vaultSlots)
      .set({ shareCt })
      .where(and(eq(vaultSlots.walletId, walletId), eq(vaultSlots.slotId, slotId)))

  test('error: no character of a sealed key share or of its key can be changed', async () => {
    const { walletId } = await newUser()
    const { wallet, device, assist } = await rowsOf(walletId)
    const keys = await openWalletKeys(world.accounts, walletId, wallet)
    // The last character of base64url may hold bits that count for nothing: those texts are the same bytes.
    const same = (left: string, right: string) => Buffer.from(left, 'base64url').equals(Buffer.from(right, 'base64url'))
    const others = (text: string) => changed(text).filter((next) => !same(text, next))
    for (const shareCt of others(device.shareCt)) expect(() => openSlot(keys, { ...device, shareCt })).toThrow()
    for (const assistCt of others(assist.assistCt ?? '')) expect(() => openSlot(keys, { ...assist, assistCt })).toThrow()
    const [id = '', sealed = ''] = wallet.shareKey.split('.')
    for (const text of [...others(sealed).map((next) => `${id}.${next}`), ...changed(id).map((next) => `${next}.${sealed}`)])
      await expect(openWalletKeys(world.accounts, walletId, { ...wallet, shareKey: text })).rejects.toThrow()
    expect(openSlot(keys, device).share).toHaveLength(43)
  })

  test('error: a key share opens in its own slot of its own wallet only', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const [mine, theirs] = [await rowsOf(one.walletId), await rowsOf(two.walletId)]
    for (const shareCt of [theirs.device.shareCt, mine.assist.shareCt]) {
      await setShare(one.walletId, one.own, shareCt)
      expect(await opens(one.device, one.walletId, one.own)).toBe('unavailable')
    }
    await setShare(one.walletId, one.own, mine.device.shareCt)
    for (const set of [
      { shareKey: theirs.wallet.shareKey },
      { shareKey: mine.wallet.assistKey ?? '' },
      { assistKey: theirs.wallet.assistKey },
      { assistKey: mine.wallet.shareKey },
    ]) {
      await world.db.update(vaultWallets).set(set).where(eq(vaultWallets.id, one.walletId))
      expect(await opens(one.device, one.walletId, one.own)).toBe('unavailable')
      const { shareKey, assistKey } = mine.wallet
      await world.db.update(vaultWallets).set({ shareKey, assistKey }).where(eq(vaultWallets.id, one.walletId))
    }
    expect(await opens(one.device, one.walletId, one.own)).toBe('ok')
  })

  test('error: one account’s session gets nothing of another’s wallet', async () => {
    const [one, two] = [await newUser(), await newUser()]
    const { walletId } = two
    for (const slotId of [two.own, two.assist]) expect(await opens(one.device, walletId, slotId)).toBe('vault_missing')
    expect(await one.device.code(vaultRoutes.kit, { walletId, slotId: two.assist })).toBe('vault_missing')
    const { body } = await addBody(two.device, two.made, 'code')
    expect(await one.device.code(vaultRoutes.add, body)).toBe('vault_missing')
    const next = await rotation(two.device, two.made)
    expect(await one.device.code(vaultRoutes.rotate, next.body)).toBe('vault_missing')
    expect(await one.device.code(vaultRoutes.rotateShare, { walletId, slotId: two.own })).toBe('vault_missing')
  })

  test('error: a key share that was destroyed stays destroyed when its row is put back after a rotation', async () => {
    const { device, made, own, walletId } = await newUser()
    const before = await rowsOf(walletId)
    const next = await rotation(device, made)
    const { hash, challenge } = await device.must(vaultRoutes.rotate, next.body)
    await device.must(vaultRoutes.commit, await next.commit(hash, challenge))
    await world.db.insert(vaultSlots).values(before.device)
    expect(await opens(device, walletId, own)).toBe('unavailable')
  })

  test('error: a rotation is committed with every slot of it, or not at all', async () => {
    const { device, made, own, walletId } = await newUser()
    const next = await rotation(device, made)
    const { hash, challenge } = await device.must(vaultRoutes.rotate, next.body)
    // As when housekeeping and a second rotation meet.
    await world.db.delete(vaultSlots).where(and(eq(vaultSlots.walletId, walletId), eq(vaultSlots.generation, 1)))
    expect(await device.code(vaultRoutes.commit, await next.commit(hash, challenge))).toBe('vault_conflict')
    const stored = await loadWallet(device)
    expect(stored.epoch).toBe('1')
    expect((await openWallet(device, stored, own, made.shares.get(own))).addresses).toEqual(made.addresses)
  })

  test('error: a wallet is read as one picture, also while it changes', async () => {
    const { device, made } = await newUser()
    let writing = true
    const write = async () => {
      for (let round = 0; round < 15; round += 1) await device.must(vaultRoutes.add, (await addBody(device, made, 'device')).body)
      writing = false
    }
    const read = async () => {
      const torn: string[] = []
      while (writing) {
        const { epoch, slots, manifest } = await loadWallet(device)
        const ids = (list: readonly { slotId: string }[]) => JSON.stringify(list.map(({ slotId }) => slotId).sort())
        if (ids(slots.map(({ header }) => header)) !== ids(manifest.slots)) torn.push(epoch)
      }
      return torn
    }
    const [, ...torn] = await Promise.all([write(), read(), read(), read()])
    expect(torn.flat()).toEqual([])
  })

  test('error: the log of what happened cannot be rewritten, not even by who can write the database', async () => {
    await newUser()
    const tries = ['update auth_audit set event = event', 'delete from auth_audit', 'truncate auth_audit']
    for (const text of tries) await expect(world.db.execute(sql.raw(text)), text).rejects.toThrow()
  })
})
