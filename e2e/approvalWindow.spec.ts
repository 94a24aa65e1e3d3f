import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { findings } from './support/axe.ts'
import { secureOf } from './support/login.ts'
import { answerProvider, newName, openProvider, pickNumber } from './support/social.ts'
import { expect, request, test } from './support/test.ts'

/* Consent for pages that the operator does not vouch for by name: in the wallet's own window, where no page can draw. */

const accountOf = async (page: Page) => ((await request(page, 'eth_accounts')).result as `0x${string}`[])[0] ?? '0x'

test('behavior: shows and decides in a window of the wallet, also after it was blocked; dark and right to left', { tag: '@once' }, async ({
  page,
  server,
  hosts,
  dialog,
  problems,
}) => {
  const options = { projectId: server.projects.listed, themeMode: 'dark', locale: 'ar' }
  await page.goto(hosts.url('shop.wild', 'script', options))
  await page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  const google = dialog.frame.locator('button[data-focus-key="social google"]')
  const [provider] = await Promise.all([page.waitForEvent('popup'), google.click()])
  await answerProvider(provider, newName())
  await dialog.closed()
  const address = await accountOf(page)

  const card = secureOf(page).locator('main[data-surface="window"]')
  const review = secureOf(page).getByTestId('open-window')
  const ask = () => request(page, 'personal_sign', ['0x48656c6c6f', address])

  await test.step('a blocked window says so, and another press opens it', async () => {
    const signing = ask()
    await dialog.shows('ApproveTransaction')
    await expect(card).toBeVisible()
    // Nothing can be approved here.
    await expect(secureOf(page).getByTestId('approve')).toHaveCount(0)
    await card.evaluate(() => {
      const { open: real } = window
      window.open = () => {
        window.open = real
        return null
      }
    })
    await review.click()
    await expect(card.getByText('تم حظر النافذة')).toBeVisible()
    expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'iframe[data-latchkey="secure"]', 'main'])).toEqual([])
    await page.screenshot({ path: 'e2e/screenshots/frame/window-blocked-arabic-dark.png' })
    const [popup] = await Promise.all([page.waitForEvent('popup'), review.click()])
    expect(new URL(popup.url()).origin).toBe(server.secure)
    await expect(popup.getByText('Hello')).toBeVisible()
    await expect(popup.getByText(new URL(page.url()).host).first()).toBeVisible()
    await expect(popup.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(popup.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await findings(popup)).toEqual([])
    await popup.screenshot({ path: 'e2e/screenshots/frame/window-arabic-dark.png' })
    const approve = popup.getByTestId('approve')
    await expect(approve).toHaveAttribute('aria-disabled', 'false')
    await Promise.all([popup.waitForEvent('close'), approve.click()])
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
    await dialog.closed()
  })

  await test.step('a window that is closed decides nothing; refusing is possible without one', async () => {
    const signing = ask()
    await dialog.shows('ApproveTransaction')
    const [popup] = await Promise.all([page.waitForEvent('popup'), review.click()])
    await expect(popup.getByTestId('approve')).toBeVisible()
    await popup.close()
    await card.getByRole('button', { name: 'رفض' }).click()
    expect((await signing).code).toBe(4001)
    await dialog.closed()
  })
  expect(problems).toEqual([])
})

test('error: a page that cuts off every window it opens cannot have anything signed, and says so', { tag: '@once' }, async ({
  page,
  context,
  server,
  hosts,
  dialog,
}) => {
  test.skip(!process.env.LATCHKEY_LONG, 'the same card as when a window is blocked')
  await page.goto(hosts.url('shop.wild', 'isolated', { projectId: server.projects.listed }))
  await page.evaluate(() => void window.host.modal.open())
  const lost = await openProvider(page, 'Google')
  await expect(lost.getByRole('heading', { name: 'This window can’t go on' })).toBeVisible()
  await Promise.all([context.waitForEvent('page'), dialog.button('Open Google').click()])
  const link = dialog.frame.getByRole('link', { name: 'Open Google' })
  await expect(link).toBeVisible()
  const [provider] = await Promise.all([context.waitForEvent('page'), link.click()])
  await answerProvider(provider, newName())
  await pickNumber(page, provider)
  await dialog.closed()
  const signing = request(page, 'personal_sign', ['0x48656c6c6f', await accountOf(page)])
  await dialog.shows('ApproveTransaction')
  const review = secureOf(page).getByTestId('open-window')
  for (const words of ['The window was blocked', 'This site keeps the wallet window away']) {
    await review.click()
    await expect(secureOf(page).getByText(words)).toBeVisible()
  }
  await secureOf(page).getByRole('button', { name: 'Reject' }).click()
  expect((await signing).code).toBe(4001)
})
