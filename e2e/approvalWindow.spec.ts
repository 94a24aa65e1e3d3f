import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { findings } from './support/axe.ts'
import { loginByEmail, secureOf } from './support/login.ts'
import { answerProvider, newName } from './support/social.ts'
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

for (const [name, forget] of [
  ['this browser', false],
  ['a browser that does not tell what covers a document', true],
] as const)
  test(`behavior: a page that cuts off every window has its users type a word in the frame: ${name}`, { tag: '@once' }, async ({
    page,
    server,
    hosts,
    dialog,
    problems,
  }) => {
    test.setTimeout(90_000)
    if (forget) await page.addInitScript(() => void Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible'))
    await page.goto(hosts.url('shop.wild', 'isolated', { projectId: server.projects.listed }))
    await page.evaluate(() => void window.host.modal.open())
    await loginByEmail(page, server)
    await dialog.closed()
    const address = await accountOf(page)
    const secure = secureOf(page)
    const [approve, field] = [secure.getByTestId('approve'), secure.getByTestId('typed')]
    const wordShown = async () => (await secure.locator('.typed-word').textContent()) ?? ''
    const ask = async () => {
      const signing = request(page, 'personal_sign', ['0x48656c6c6f', address])
      await dialog.shows('ApproveTransaction')
      const review = secure.getByTestId('open-window')
      await review.click()
      await expect(secure.getByText('The window was blocked')).toBeVisible()
      await expect(field).toHaveCount(0)
      await review.click()
      await expect(secure.getByText('Hello')).toBeVisible()
      return signing
    }

    const signing = ask()
    await expect(field).toBeVisible({ timeout: 15_000 })
    const word = await wordShown()
    expect(word).toMatch(/^[A-Z]{4}$/)
    await page.screenshot({ path: `e2e/screenshots/frame/typed-${forget ? 'untold' : 'told'}.png` })
    expect(await findings(page, ['iframe[data-latchkey="dialog"]', 'iframe[data-latchkey="secure"]', 'main'])).toEqual([])

    await test.step('without the word, with another one, or with one that was put there, the button stays asleep', async () => {
      await field.pressSequentially('QQQQ')
      await approve.click({ force: true })
      await field.press('ControlOrMeta+a')
      await field.press('Backspace')
      await field.evaluate((element: HTMLInputElement, value) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, value)
        element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: value }))
      }, word)
      await approve.click({ force: true })
      await expect(approve).toHaveAttribute('aria-disabled', 'true')
      await expect(field).toHaveValue('')
    })

    await field.pressSequentially(word.toLowerCase())
    await expect(approve).toHaveAttribute('aria-disabled', 'false')
    if (!forget) {
      const around = page.locator('iframe[data-latchkey="dialog"]')
      await around.evaluate(({ style }: HTMLElement) => style.setProperty('opacity', '0.5', 'important'))
      await expect(approve, 'with something over it').toHaveAttribute('aria-disabled', 'true')
      await around.evaluate(({ style }: HTMLElement) => style.removeProperty('opacity'))
      await expect(approve).toHaveAttribute('aria-disabled', 'false')
    }
    await approve.click()
    expect(await verifyMessage({ address, message: 'Hello', signature: (await signing).result as `0x${string}` })).toBe(true)
    await dialog.closed()

    await test.step('the next request has a word of its own, and can be refused without it', async () => {
      const next = ask()
      await expect(field).toBeVisible({ timeout: 15_000 })
      expect(await wordShown()).not.toBe(word)
      await secure.getByRole('button', { name: 'Reject' }).click()
      expect((await next).code).toBe(4001)
    })
    expect(problems).toEqual([])
  })
