import { connectPhone, offeredLink, openCode, test, timeout } from './support/phone.ts'
import { networkIds } from './support/server.ts'
import { connected, expect, request, stateOf } from './support/test.ts'

/* A phone that ends the session, and one that is slow to answer: what the dialog says when it is opened again. */

test.setTimeout(150_000)

test('@once the phone ends the session while Account is open: the dialog closes, and the next one says so once', async ({
  page,
  hosts,
  dialog,
  startPhone,
}) => {
  const phone = await startPhone()
  await page.goto(hosts.url('phone-ends', 'script'))
  await connectPhone(page, dialog, phone)
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await button.click()
  await dialog.shows('Account')
  await phone.disconnect()
  await dialog.closed()
  await expect.poll(() => stateOf(page)).toMatchObject({ status: 'disconnected', open: false })
  await button.click()
  await dialog.shows('Connect')
  await expect(dialog.text('Phone wallet ended the session')).toBeVisible()
  await expect(dialog.frame.locator('.visually-hidden > [role="status"]')).toContainText('Phone wallet ended the session')
  await dialog.button('Close').click()
  await dialog.closed()
  await button.click()
  await dialog.shows('Connect')
  await expect(dialog.wallet('WalletConnect')).toBeVisible()
  await expect(dialog.text('ended the session')).toHaveCount(0)
})

test('@once nobody says that a session ended which the user left, here or in another tab', async ({
  page,
  context,
  hosts,
  dialog,
  startPhone,
}) => {
  const phone = await startPhone()
  const url = hosts.url('phone-left', 'script')
  await page.goto(url)
  await connectPhone(page, dialog, phone)
  const other = await context.newPage()
  await other.goto(url)
  await connected(other)
  await other.evaluate(() => window.host.modal.disconnect())
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  await expect.poll(() => phone.topics().length, timeout).toBe(0)
  await openCode(page, dialog)
  await dialog.button('Back').click()
  await dialog.shows('Connect')
  await expect(dialog.text('ended the session')).toHaveCount(0)
})

test('@once opened again while the phone is being asked, the dialog offers that request, and ends with it', async ({
  page,
  hosts,
  dialog,
  startPhone,
}) => {
  let answer: (yes: boolean) => void = () => {}
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  const phone = await startPhone({ approveRequest: () => answered })
  await page.clock.install()
  await page.goto(hosts.url('phone-again', 'script'))
  await connectPhone(page, dialog, phone)
  const button = page.getByRole('button', { name: 'Connect wallet' })
  await button.click()
  await dialog.shows('Account')
  // It comes while the user looks at something else: nothing takes that away.
  const signing = request(page, 'personal_sign', ['0x05', phone.address(networkIds.first) ?? ''])
  await expect.poll(() => phone.requests.length, timeout).toBe(1)
  // Past the 2 s after which a request comes on screen by itself, if nothing else is there.
  await page.clock.fastForward(2_500)
  await dialog.shows('Account')
  await dialog.button('Close').click()
  await dialog.closed()
  const opening = page.evaluate(() => window.host.modal.open())
  await expect(dialog.heading('Continue in Phone wallet')).toBeVisible()
  // Once more, while it is on screen.
  await page.evaluate(() => void window.host.modal.open())
  await expect(dialog.heading('Continue in Phone wallet')).toBeVisible()
  answer(true)
  expect(await signing).toHaveProperty('result')
  expect(await opening).toMatchObject({ wallet: { name: 'Phone wallet' } })
  await dialog.closed()
})

test('@once codes that run out, one that was given up and one that was renewed, are nothing to complain about', async ({
  page,
  hosts,
  dialog,
}) => {
  await page.clock.install()
  await page.goto(hosts.url('phone-waits', 'script'))
  const given = await openCode(page, dialog)
  await dialog.button('Back').click()
  await dialog.shows('Connect')
  await dialog.choose('WalletConnect')
  const shown = await offeredLink(dialog)
  expect(shown).not.toBe(given)
  // A proposal expires after five minutes; its code is renewed shortly before.
  await page.clock.fastForward(285_000)
  await expect.poll(() => offeredLink(dialog), timeout).not.toBe(shown)
  // What a page, a frame or a worker complains about fails the test.
  await page.clock.runFor(30_000)
  await expect(dialog.frame.locator('svg[data-qr]')).toBeVisible()
})
