import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryKeyValue } from '../storage/keyValue.js'
import { addressesOf, evmKey } from './derive.js'
import { readRecoveryCode } from './recoveryCode.js'
import { type durable, openVisits } from './testing/visits.js'

/* The wallet against the real accounts service, on a real database. */

let visits: Awaited<ReturnType<typeof openVisits>>
let world: typeof visits.world
let visit: typeof visits.visit
let newEmail: typeof visits.newEmail
beforeAll(async () => {
  visits = await openVisits()
  ;({ world, visit, newEmail } = visits)
})
beforeEach(() => visits.tick())
afterEach(() => vi.useRealTimers())
afterAll(() => visits?.close())

const failure = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('createWallet', () => {
  test('behavior: the first login makes a wallet, the next visit opens it, and the seed is the one of the addresses', async () => {
    const first = await visit()
    await first.signIn(newEmail())
    const addresses = await first.wallet.open()
    expect(addresses).toEqual({ eip155: expect.stringMatching(/^0x/), solana: expect.stringMatching(/^\w{32,44}$/) })
    expect(await first.wallet.withSeed(addressesOf)).toEqual(addresses)
    const later = await visit({ storage: first.storage })
    expect(await later.wallet.open()).toEqual(addresses)
    expect(later.wallet.vault()).toMatchObject({ state: 'active', epoch: '1', custody: 'operator-assisted' })
  })

  test('behavior: another device gets a slot of its own, and both keep opening the same wallet', async () => {
    const email = newEmail()
    const one = await visit()
    await one.signIn(email)
    const addresses = await one.wallet.open()
    world.clock.now += 60_000
    const two = await visit()
    await two.signIn(email)
    expect(await two.wallet.open()).toEqual(addresses)
    expect(two.wallet.vault()).toMatchObject({ epoch: '2' })
    expect(
      two.wallet
        .vault()
        ?.slots.map(({ header }) => header.type)
        .sort(),
    ).toEqual(['assist', 'device', 'device'])
    for (const { storage } of [one, two]) expect(await (await visit({ storage })).wallet.open()).toEqual(addresses)
  })

  test('behavior: without storage there is no device slot, and the wallet opens as long as the page lives', async () => {
    const page = await visit({ storage: memoryKeyValue() })
    await page.signIn(newEmail())
    const addresses = await page.wallet.open()
    expect(page.wallet.vault()?.slots.map(({ header }) => header.type)).toEqual(['assist'])
    expect(await page.wallet.withSeed(addressesOf)).toEqual(addresses)
  })

  test('behavior: an account’s key is lent for one use, and wiped after it', async () => {
    const page = await visit()
    await page.signIn(newEmail())
    await page.wallet.open()
    let kept = new Uint8Array()
    const key = await page.wallet.withKey('evm', (lent) => {
      kept = lent
      return lent.slice()
    })
    expect(key).toEqual(await page.wallet.withSeed(evmKey))
    expect(kept).toEqual(new Uint8Array(32))
  })

  test('behavior: a key that was dropped is fetched again for the next use', async () => {
    const page = await visit()
    await page.signIn(newEmail())
    const addresses = await page.wallet.open()
    page.wallet.lock()
    expect(await page.wallet.withSeed(addressesOf)).toEqual(addresses)
  })

  test.each([
    ['behavior: a key that is used is not fetched again', 14, []],
    [
      'error: a key that was not used for long is fetched again, though a computer that sleeps stops its timers',
      16,
      [vaultRoutes.share.path],
    ],
  ])('%s', async (_what, minutes, fetched) => {
    const asked: string[] = []
    const page = await visit({ intercept: (path) => void asked.push(path) })
    await page.signIn(newEmail())
    const addresses = await page.wallet.open()
    asked.length = 0
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    visits.tick()
    expect(await page.wallet.withSeed(addressesOf)).toEqual(addresses)
    expect(asked.filter((path) => path === vaultRoutes.share.path)).toEqual(fetched)
  })

  const steps = [vaultRoutes.create.path, vaultRoutes.get.path, vaultRoutes.share.path, vaultRoutes.activate.path]
  test.each(steps)('behavior: a creation that broke off at %s is finished by the next visit', async (path) => {
    let calls = 0
    let broken = true
    const intercept = (asked: string) => {
      // The first `get` finds nothing yet; the second reads the wallet back, and is made once more when it breaks.
      if (asked === path && broken && (path !== vaultRoutes.get.path || ++calls >= 2)) throw new TypeError('cut off')
    }
    const first = await visit({ intercept })
    await first.signIn(newEmail())
    expect(await failure(first.wallet.open())).toMatchObject({ data: { reason: 'offline' } })
    broken = false
    const later = await visit({ storage: first.storage })
    const addresses = await later.wallet.open()
    expect(later.wallet.vault()?.state).toBe('active')
    expect(await (await visit({ storage: first.storage })).wallet.open()).toEqual(addresses)
  })

  test('error: a device slot that another device revoked opens nothing; the device starts anew', async () => {
    const page = await visit()
    await page.signIn(newEmail())
    const addresses = await page.wallet.open()
    const storage = page.storage as ReturnType<typeof durable>
    const share = storage.keys().find((key) => key.startsWith('share:')) ?? ''
    await storage.delete(share)
    const later = await visit({ storage })
    // No key share, no way in but the operator's, which needs a fresh login.
    expect(await later.wallet.open()).toEqual(addresses)
    expect(storage.keys().filter((key) => key.startsWith('share:') && key !== share)).toHaveLength(1)
  })

  test('behavior: a device that starts anew takes the place of its old slot: a wallet does not grow by it', async () => {
    const email = newEmail()
    const one = await visit()
    await one.signIn(email)
    await one.wallet.open()
    world.clock.now += 60_000
    const two = await visit()
    await two.signIn(email)
    await two.wallet.open()
    const storage = one.storage as ReturnType<typeof durable>
    await storage.delete(storage.keys().find((key) => key.startsWith('share:')) ?? '')
    const later = await visit({ storage })
    await later.wallet.open()
    expect(later.wallet.vault()?.slots.flatMap(({ header }) => header.jkt ?? [])).toEqual([two.jkt, one.jkt])
    for (const { storage } of [one, two]) expect(await (await visit({ storage })).wallet.open()).toEqual(await one.wallet.open())
  })

  test('behavior: a wallet that may have no more slots opens on another device all the same, at each login', async () => {
    const email = newEmail()
    const one = await visit()
    await one.signIn(email)
    const addresses = await one.wallet.open()
    world.clock.now += 60_000
    const full = () => Response.json({ reasons: [{ field: 'manifest' }] }, { status: 400 })
    const two = await visit({ answer: (path, response) => (path === vaultRoutes.add.path ? full() : response) })
    await two.signIn(email)
    expect(await two.wallet.open()).toEqual(addresses)
    expect(await two.wallet.withSeed(addressesOf)).toEqual(addresses)
    expect((two.storage as ReturnType<typeof durable>).keys().filter((key) => key.startsWith('share:'))).toEqual([])
  })

  test('error: an older wallet than this device has seen is refused', async () => {
    const page = await visit()
    await page.signIn(newEmail())
    await page.wallet.open()
    const walletId = page.wallet.vault()?.walletId
    await page.storage.set(`seen:${walletId}`, { epoch: '9', hash: 'A'.repeat(43) })
    const later = await visit({ storage: page.storage })
    expect(await failure(later.wallet.open())).toMatchObject({ code: 4100, data: { reason: 'rollback' } })
  })

  test('error: without a session nothing opens', async () => {
    expect(await failure((await visit()).wallet.open())).toMatchObject({ code: 4100, data: { reason: 'session_expired' } })
  })
})

describe('createFactors', () => {
  test('behavior: to "only you" with a code that was typed back; another device needs the code then', async () => {
    const email = newEmail()
    const page = await visit()
    await page.signIn(email)
    const addresses = await page.wallet.open()
    const code = await page.factors.addCode()
    expect(await failure(page.factors.takeCustody())).toMatchObject({ field: 'factor_missing' })
    await page.factors.proveCode(code.toLowerCase())
    await page.factors.takeCustody()
    expect(page.wallet.vault()).toMatchObject({ custody: 'user', epoch: '3' })
    expect(
      page.wallet
        .vault()
        ?.slots.map(({ header }) => header.type)
        .sort(),
    ).toEqual(['code', 'device'])
    expect(await (await visit({ storage: page.storage })).wallet.open()).toEqual(addresses)

    world.clock.now += 60_000
    const other = await visit()
    await other.signIn(email)
    expect(await failure(other.wallet.open())).toMatchObject({ code: 4100, data: { reason: 'factor_needed' } })
    expect(await failure(other.wallet.openWith('code', new Uint8Array(20)))).toMatchObject({ data: { reason: 'damaged' } })
    expect(await other.wallet.openWith('code', await readRecoveryCode(code))).toEqual(addresses)
    expect(await (await visit({ storage: other.storage })).wallet.open()).toEqual(addresses)
  })

  test('behavior: after a rotation the old key shares open nothing, and this device and the code open the same wallet', async () => {
    const page = await visit()
    await page.signIn(newEmail())
    const addresses = await page.wallet.open()
    const code = await page.factors.addCode()
    const before = page.wallet.vault()
    await page.factors.rotate(code)
    expect(page.wallet.vault()).toMatchObject({ epoch: '3' })
    expect(page.wallet.vault()?.vaultAuthKey).not.toBe(before?.vaultAuthKey)
    const later = await visit({ storage: page.storage })
    expect(await later.wallet.open()).toEqual(addresses)
    expect(await later.wallet.withSeed(addressesOf)).toEqual(addresses)
    const old = before?.slots.find(({ header }) => header.type === 'device')?.header.slotId ?? ''
    expect(await failure(later.session.call(vaultRoutes.share, { walletId: before?.walletId ?? '', slotId: old }))).toMatchObject({
      field: 'slot_gone',
    })
  })

  const phases = [vaultRoutes.rotate.path, vaultRoutes.rotateShare.path, vaultRoutes.commit.path]
  test.each(phases)('behavior: a rotation that broke off at %s changed nothing', async (path) => {
    let broken = true
    const page = await visit({
      intercept: (asked) => {
        if (asked === path && broken) throw new TypeError('cut off')
      },
    })
    await page.signIn(newEmail())
    const addresses = await page.wallet.open()
    expect(await failure(page.factors.rotate())).toMatchObject({ data: { reason: 'offline' } })
    broken = false
    expect(await (await visit({ storage: page.storage })).wallet.open()).toEqual(addresses)
    await page.factors.rotate()
    expect(await (await visit({ storage: page.storage })).wallet.open()).toEqual(addresses)
  })

  test('behavior: a slot that was removed opens nothing', async () => {
    const page = await visit()
    await page.signIn(newEmail())
    await page.wallet.open()
    const code = await page.factors.addCode()
    const slotId = page.wallet.vault()?.slots.find(({ header }) => header.type === 'code')?.header.slotId ?? ''
    await page.factors.remove(slotId)
    expect(await failure(page.wallet.openWith('code', await readRecoveryCode(code)))).toMatchObject({ data: { reason: 'factor_needed' } })
  })
})

describe('createEmailLogin', () => {
  test('error: a wrong code says how many tries are left, a right one still works', async () => {
    const email = newEmail()
    const page = await visit()
    const step = await page.login.start(email, page.signal)
    expect(step).toMatchObject({ action: 'VERIFY_DEVICE', number: expect.stringMatching(/^\d\d$/) })
    expect(await failure(page.login.start(email, page.signal))).toMatchObject({
      code: -32005,
      message: expect.stringMatching(/^Please try again after \d+ seconds$/),
      data: { reason: 'cooldown' },
    })
  })
})
