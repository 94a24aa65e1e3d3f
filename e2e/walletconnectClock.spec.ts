import type { BrowserContext } from '@playwright/test'
import { connectPhone, test, timeout } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { expect, request, stateOf } from './support/test.ts'

/* A device's clock may be wrong by anything: a wallet on another device connects all the same. */

const [minute, day] = [60_000, 86_400_000]

/** Sets the clock of every page and frame wrong. */
const setClock = (context: BrowserContext, offset: number) =>
  context.addInitScript((by) => {
    const Real = Date
    class Shifted extends Real {
      constructor(...given: [] | [number]) {
        super(...(given.length ? given : ([Real.now() + by] as [number])))
      }
      static override now = () => Real.now() + by
    }
    globalThis.Date = Shifted as DateConstructor
  }, offset)

const offsets = {
  'ten minutes behind': -10 * minute,
  'ten minutes ahead': 10 * minute,
  'three days ahead': 3 * day,
  'forty days behind': -40 * day,
  'forty days ahead': 40 * day,
  'nine years behind': -9 * 365 * day,
  'nine years ahead': 9 * 365 * day,
}

for (const [name, offset] of Object.entries(offsets))
  test(`behavior: on a device whose clock is ${name}, a wallet on a phone connects, signs, and is back after a reload @once`, async ({
    page,
    context,
    hosts,
    dialog,
    startPhone,
  }) => {
    await setClock(context, offset)
    const phone = await startPhone()
    await page.goto(hosts.url('clock', 'script'))
    await connectPhone(page, dialog, phone)
    const params = ['0x01', phone.address(networkIds.first) ?? '']
    expect(await request(page, 'personal_sign', params)).toHaveProperty('result')
    await page.reload()
    await expect.poll(async () => (await stateOf(page)).status, timeout).toBe('connected')
    expect(await request(page, 'personal_sign', params)).toHaveProperty('result')
  })
