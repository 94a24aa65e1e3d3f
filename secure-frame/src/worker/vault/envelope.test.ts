import type { Vault } from '@latchkey/protocol/schemas/account'
import { hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { type Bytes, randomBytes } from './bytes.js'
import { evmKey, solanaKey } from './derive.js'
import { createEnvelope, openEnvelope, openSeed } from './envelope.js'
import { manifestHash } from './manifest.js'
import { importSecret } from './vaultKey.js'

/** What a server stores of a new wallet, and what it keeps apart. */
async function made(entropy?: Bytes) {
  const device = randomBytes(32)
  const assist = randomBytes(32)
  const userShare = await importSecret(device)
  const { create, addresses } = await createEnvelope(
    [
      { type: 'device', userShare, jkt: 'A'.repeat(43) },
      { type: 'assist', userShare: assist.slice(), assistShare: assist },
    ],
    entropy,
  )
  const vault: Vault = {
    walletId: create.walletId,
    state: 'active',
    epoch: create.manifest.epoch,
    hash: await manifestHash(create.manifest),
    custody: create.manifest.custody,
    vaultCt: create.vaultCt,
    vaultIv: create.vaultIv,
    epochVault: create.epochVault,
    vaultAuthKey: create.vaultAuthKey,
    manifest: create.manifest,
    manifestMac: create.manifestMac,
    slots: create.slots.map(({ header, wrappedVk, iv }) => ({ header, wrappedVk, iv })),
  }
  const [deviceSlot, assistSlot] = create.slots
  if (!deviceSlot || !assistSlot) throw new Error('no slots')
  return { vault, create, addresses, userShare, device, assist, deviceSlot, assistSlot }
}

const damaged = expect.objectContaining({ name: 'VaultError', fault: 'damaged' })
const failure = async (run: Promise<unknown>) => run.then(() => undefined).catch((error: unknown) => error)

describe('createEnvelope', () => {
  test('behavior: BIP-39 words of a known seed give the known addresses, on both chains', async () => {
    const entropy = hex.decode('00000000000000000000000000000000') as Bytes
    const { addresses } = await made(entropy)
    // "abandon … about" in MetaMask and Phantom.
    expect(addresses).toEqual({
      eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    })
    expect(entropy.every((byte) => byte === 0)).toBe(true)
  })

  test('behavior: the entropy that was given is wiped', async () => {
    const entropy = randomBytes(16)
    await made(entropy)
    expect([...entropy]).toEqual(new Array(16).fill(0))
  })

  test('behavior: nothing that is sent holds a key, a key share of the device, or the seed', async () => {
    const entropy = Uint8Array.from({ length: 16 }, (_, index) => index + 1)
    const { create, device } = await made(entropy.slice())
    const sent = JSON.stringify(create)
    const { toBase64url } = await import('./bytes.js')
    for (const secret of [device, entropy]) {
      expect(sent).not.toContain(toBase64url(secret))
      expect(sent).not.toContain(hex.encode(secret))
    }
  })
})

describe('openEnvelope', () => {
  test('behavior: every slot opens the same wallet', async () => {
    const { vault, addresses, userShare, assist, deviceSlot, assistSlot } = await made()
    const byDevice = await openEnvelope(vault, deviceSlot.header.slotId, { userShare, serverShare: deviceSlot.serverShare })
    const byAssist = await openEnvelope(vault, assistSlot.header.slotId, { userShare: assist, serverShare: assistSlot.serverShare })
    expect(byDevice.addresses).toEqual(addresses)
    expect(byAssist.addresses).toEqual(addresses)
    expect(await openSeed(byDevice.key, vault)).toEqual(await openSeed(byAssist.key, vault))
  })

  test('behavior: the keys that an open wallet lends are the seed’s own, and what was lent is the borrower’s to wipe', async () => {
    const { vault, userShare, deviceSlot } = await made()
    const { key, keys } = await openEnvelope(vault, deviceSlot.header.slotId, { userShare, serverShare: deviceSlot.serverShare })
    const entropy = await openSeed(key, vault)
    const lent = await keys.open('evm')
    expect(lent).toEqual(await evmKey(entropy))
    lent.fill(0)
    expect(await keys.open('evm')).toEqual(await evmKey(entropy))
    expect(await keys.open('solana')).toEqual(await solanaKey(entropy))
  })

  test('error: one key share is not enough, whichever it is', async () => {
    const { vault, userShare, deviceSlot, assistSlot } = await made()
    const { slotId } = deviceSlot.header
    expect(await failure(openEnvelope(vault, slotId, { userShare, serverShare: assistSlot.serverShare }))).toEqual(damaged)
    expect(await failure(openEnvelope(vault, slotId, { userShare: randomBytes(32), serverShare: deviceSlot.serverShare }))).toEqual(damaged)
    expect(await failure(openEnvelope(vault, assistSlot.header.slotId, { userShare, serverShare: deviceSlot.serverShare }))).toEqual(
      damaged,
    )
  })

  test('error: an older wallet, or another one of the same age, is a rollback', async () => {
    const { vault, userShare, deviceSlot } = await made()
    const shares = { userShare, serverShare: deviceSlot.serverShare }
    const open = (seen: { epoch: string; hash: string }) => failure(openEnvelope(vault, deviceSlot.header.slotId, shares, seen))
    const rollback = expect.objectContaining({ fault: 'rollback' })
    expect(await open({ epoch: '2', hash: vault.hash })).toEqual(rollback)
    expect(await open({ epoch: '10', hash: vault.hash })).toEqual(rollback)
    expect(await open({ epoch: '1', hash: 'B'.repeat(43) })).toEqual(rollback)
    expect(await open({ epoch: '1', hash: vault.hash })).toBeUndefined()
  })

  test('error: slots of two wallets cannot be mixed', async () => {
    const one = await made()
    const two = await made()
    const mixed = { ...one.vault, slots: [...two.vault.slots] }
    const { slotId } = two.deviceSlot.header
    const shares = { userShare: two.userShare, serverShare: two.deviceSlot.serverShare }
    expect(await failure(openEnvelope(mixed, slotId, shares))).toEqual(damaged)
    const swapped = { ...one.vault, vaultCt: two.vault.vaultCt, vaultIv: two.vault.vaultIv }
    const own = { userShare: one.userShare, serverShare: one.deviceSlot.serverShare }
    expect(await failure(openEnvelope(swapped, one.deviceSlot.header.slotId, own))).toEqual(damaged)
  })

  /** Places of every string in a stored wallet, as paths. */
  function strings(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
    if (typeof value === 'string') return [path]
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, item]) => strings(item, [...path, key]))
  }
  const replaced = (value: unknown, path: readonly (string | number)[], change: (text: string) => string): unknown => {
    const [key, ...rest] = path
    if (key === undefined) return change(value as string)
    const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
    copy[key] = replaced(copy[key], rest, change)
    return copy
  }

  test('error: no character of what is stored can be changed unnoticed', async () => {
    const { vault, userShare, deviceSlot, assistSlot } = await made()
    const { slotId } = deviceSlot.header
    const shares = { userShare, serverShare: deviceSlot.serverShare }
    // `state` is the server's own; the other slot's ciphertext is opened by its own way in, below.
    const other = vault.slots.findIndex((slot) => slot.header.slotId === assistSlot.header.slotId)
    const free = (path: readonly (string | number)[]) =>
      path[0] === 'state' || (path[0] === 'slots' && Number(path[1]) === other && (path[2] === 'wrappedVk' || path[2] === 'iv'))
    const places = strings(vault).filter((path) => !free(path))
    expect(places.length).toBeGreaterThan(30)
    const survivors: string[] = []
    for (const path of places) {
      const text = path.reduce((value: unknown, key) => (value as Record<string | number, unknown>)[key], vault) as string
      for (let index = 0; index < text.length; index += 1) {
        const flip = (value: string) => value.slice(0, index) + (value[index] === 'A' ? 'B' : 'A') + value.slice(index + 1)
        const changed = replaced(vault, path, flip) as Vault
        if ((await failure(openEnvelope(changed, slotId, shares))) === undefined) survivors.push(`${path.join('.')}[${index}]`)
      }
    }
    expect(survivors).toEqual([])
  }, 120_000)

  test('error: no bit of either ciphertext, nonce or key share can be flipped', async () => {
    const { fromBase64url, toBase64url } = await import('./bytes.js')
    const { vault, assist, assistSlot } = await made()
    const { slotId } = assistSlot.header
    const slot = vault.slots.find(({ header }) => header.slotId === slotId)
    if (!slot) throw new Error('no slot')
    const flipped = (text: string, bit: number) => {
      const bytes = fromBase64url(text)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return toBase64url(bytes)
    }
    const bitsOf = (text: string) => fromBase64url(text).length * 8
    const attempt = (change: Partial<typeof slot>, serverShare = assistSlot.serverShare) => {
      const slots = vault.slots.map((item) => (item === slot ? { ...slot, ...change } : item))
      return failure(openEnvelope({ ...vault, slots }, slotId, { userShare: assist, serverShare }))
    }
    for (let bit = 0; bit < bitsOf(slot.wrappedVk); bit += 1)
      expect(await attempt({ wrappedVk: flipped(slot.wrappedVk, bit) })).toEqual(damaged)
    for (let bit = 0; bit < bitsOf(slot.iv); bit += 1) expect(await attempt({ iv: flipped(slot.iv, bit) })).toEqual(damaged)
    for (let bit = 0; bit < 256; bit += 1) expect(await attempt({}, flipped(assistSlot.serverShare, bit))).toEqual(damaged)
  })
})
