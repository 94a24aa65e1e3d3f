import { vaultRoutes } from '@latchkey/protocol/schemas/account'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRecoveryCode } from './recoveryCode.js'
import { openVisits } from './testing/visits.js'

/* The wallet on a network that loses the first answer of every call: the server has done what it was asked, and the device does not know it. */

let visits: Awaited<ReturnType<typeof openVisits>>
beforeAll(async () => {
  visits = await openVisits()
})
beforeEach(() => visits.tick())
afterAll(() => visits?.close())

/** A visit that loses the first answer of each call. */
function visit() {
  const lost = new Set<string>()
  const opened = visits.visit({
    answer(path, response) {
      if (lost.has(path)) return response
      lost.add(path)
      throw new TypeError('network error')
    },
  })
  return opened.then((page) => ({ ...page, lost }))
}

describe('answers that are lost on their way', () => {
  test('behavior: a wallet is made, and opened by a second device', { timeout: 90_000 }, async () => {
    const email = visits.newEmail()
    const one = await visit()
    await one.signIn(email)
    const addresses = await one.wallet.open()
    visits.world.clock.now += 60_000
    const two = await visit()
    await two.signIn(email)
    expect(await two.wallet.open()).toEqual(addresses)
    expect(two.wallet.vault()).toMatchObject({ epoch: '2' })
    expect([...two.lost]).toContain('/vault/v1/slots/add')
  })

  test('behavior: a second device whose slot was stored, though all answers got lost, opens by it the next time', {
    timeout: 90_000,
  }, async () => {
    const email = visits.newEmail()
    const one = await visits.visit()
    await one.signIn(email)
    const addresses = await one.wallet.open()
    visits.world.clock.now += 60_000
    const two = await visits.visit({
      answer(path, response) {
        if (path === vaultRoutes.add.path) throw new TypeError('network error')
        return response
      },
    })
    await two.signIn(email)
    await expect(two.wallet.open()).rejects.toMatchObject({ data: { reason: 'offline' } })
    const later = await visits.visit({ storage: two.storage })
    expect(await later.wallet.open()).toEqual(addresses)
    expect(later.wallet.vault()?.slots.filter(({ header }) => header.jkt === later.jkt)).toHaveLength(1)
  })

  test('behavior: a recovery code is added, the lock is changed, custody is taken, and another device comes in by the code', {
    timeout: 90_000,
  }, async () => {
    const email = visits.newEmail()
    const page = await visit()
    await page.signIn(email)
    const addresses = await page.wallet.open()
    const code = await page.factors.addCode()
    await page.factors.rotate(code)
    await page.factors.proveCode(code)
    await page.factors.takeCustody()
    expect(page.wallet.vault()).toMatchObject({ custody: 'user', epoch: '4' })
    visits.world.clock.now += 60_000
    const other = await visit()
    await other.signIn(email)
    expect(await other.wallet.openWith('code', await readRecoveryCode(code))).toEqual(addresses)
    await other.factors.remove(other.wallet.deviceSlotId() ?? '')
    expect(other.wallet.vault()).toMatchObject({ epoch: '6' })
  })
})
